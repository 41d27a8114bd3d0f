import { Forbidden } from "~/errors/app-error";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Who may write: our own origin, and the origins that the operator listed. */
export interface OriginRules {
  ownOrigin: string;
  corsOrigins: readonly string[];
}

/**
 * Refuses writes that another site makes a browser send. `Origin` decides where there is one, else `Sec-Fetch-Site`; a request
 * with neither comes from no browser and carries no one's cookies by accident. Throws `Forbidden`.
 */
export function requireSameOrigin(request: Request, rules: OriginRules): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, rules.ownOrigin) || rules.corsOrigins.includes(origin)) return;
    throw new Forbidden("This request came from another site and was refused.");
  }
  const site = request.headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return;
  throw new Forbidden("This request came from another site and was refused.");
}

/** A proxy that ends TLS before us makes the scheme unknowable without `PUBLIC_URL`, so the host with its port decides. */
function isOwnOrigin(origin: string, ownOrigin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(ownOrigin).host;
}
