import { Forbidden } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site makes a browser send: only our own origin may write, and those in `others`. `Origin` decides where there is one, else
 * `Sec-Fetch-Site`; a request with neither comes from no browser and carries no one's cookies by accident. Throws `Forbidden`.
 */
export function requireSameOrigin(
  request: Request,
  scope: RequestScope,
  others: readonly string[] = [],
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, scope) || others.includes(origin)) return;
    throw new Forbidden("This request came from another site and was refused.");
  }
  const site = request.headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return;
  throw new Forbidden("This request came from another site and was refused.");
}

/** A proxy that ends TLS before us makes the scheme unknowable without `PUBLIC_URL`, so the host with its port decides then. */
function isOwnOrigin(origin: string, { origin: own, services }: RequestScope): boolean {
  if (services.config.server.publicUrl !== null) return origin === own;
  return URL.canParse(origin) && new URL(origin).host === new URL(own).host;
}
