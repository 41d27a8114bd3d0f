import { closeSession } from "~/features/accounts/sessions.server";
import type { RequestScope } from "~/http/context";

/**
 * The cookie of a session that was opened just now. A session that the request came with ends: nobody keeps using an id from before the
 * sign-in (session fixation).
 */
export async function replaceSession(
  request: Request,
  scope: RequestScope,
  opened: { sessionId: string; expiresAt: Date },
): Promise<Record<string, string>> {
  const { sessionCookie, db } = scope.services;
  const previous = await sessionCookie.read(request, scope.secure);
  if (previous !== null) await closeSession(db, previous);
  return {
    "set-cookie": await sessionCookie.write(opened.sessionId, opened.expiresAt, scope.secure),
  };
}
