import { servicesContext, type RouterContext } from "~/http/context";
import { authenticateToken, hasBearerToken } from "~/http/session/bearer-token.server";
import { getSession, requireSession } from "~/http/session/get-session.server";

/**
 * Whether the proxies are for signed-in users alone. Shared caches must not keep their responses
 * then.
 */
export function areProxiesLimited(context: RouterContext): boolean {
  return context.get(servicesContext).config.proxies === "signed-in";
}

/** Requires a session or any valid token. Throws `Unauthenticated`. */
export async function requireProxyUser(request: Request, context: RouterContext): Promise<void> {
  if (hasBearerToken(request)) await authenticateToken(request, context, "any");
  await requireSession(request, context);
}

/** Whether a player of the request's viewer may load streams through the video proxy. */
export async function mayUseProxies(request: Request, context: RouterContext): Promise<boolean> {
  return !areProxiesLimited(context) || (await getSession(request, context)) !== null;
}
