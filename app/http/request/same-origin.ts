import { Forbidden } from "~/errors/app-error";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { parseUrl } from "~/parsing/parse-url";

export const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Prevents CSRF by `Origin` or else `Sec-Fetch-Site`, which only browsers send. */
export function requireSameOrigin(
  request: Request,
  context: RouterContext,
  trustedOrigins: readonly string[] = [],
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  if (origin !== null) {
    if (isOwnOrigin(origin, context) || trustedOrigins.includes(origin)) return;
    throw new Forbidden("http.crossSite");
  }
  const site = request.headers.get("sec-fetch-site");
  if (site === null || site === "same-origin" || site === "none") return;
  throw new Forbidden("http.crossSite");
}

/** Compares hosts only while there is no `PUBLIC_URL`: the scheme is unknown behind a TLS proxy. */
function isOwnOrigin(origin: string, context: RouterContext): boolean {
  const services = context.get(servicesContext);
  const { origin: own } = context.get(requestContext);
  if (services.config.server.publicUrl !== null) return origin === own;
  return parseUrl(origin)?.host === new URL(own).host;
}
