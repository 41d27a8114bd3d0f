import type { ServerResponse } from "node:http";
import { errorMessage } from "~/errors/error-message";
import { renewSession } from "~/features/accounts/sessions.server";
import {
  requestContext,
  servicesContext,
  sessionRenewalContext,
  type RouterContext,
} from "~/http/context";
import { isPrivateResponse } from "~/http/response/cache/shared-cache";

export function isRenewedBy(response: Response, context: RouterContext): boolean {
  return (
    context.get(sessionRenewalContext) !== null &&
    isPrivateResponse(response.headers.get("cache-control"))
  );
}

/** A failure leaves the renewal to the next request. */
export async function appendRenewedCookie(
  response: Response,
  context: RouterContext,
  outgoing: ServerResponse,
): Promise<void> {
  const { db, sessionCookie, log } = context.get(servicesContext);
  const { secure, requestId } = context.get(requestContext);
  const renewal = context.get(sessionRenewalContext);
  if (renewal === null) return;
  try {
    if (!(await renewSession(db, renewal.session))) return;
    const cookie = await sessionCookie.write(renewal.id, renewal.session.expiresAt, secure);
    const name = cookie.slice(0, cookie.indexOf("=") + 1);
    const others = response.headers.getSetCookie();
    if (others.some((other) => other.startsWith(name))) return;
    // Node replaces headers set before.
    if (others.length > 0) response.headers.append("set-cookie", cookie);
    else outgoing.setHeader("set-cookie", cookie);
  } catch (error) {
    log.warn({ requestId, err: errorMessage(error) }, "renewing a session failed");
  }
}
