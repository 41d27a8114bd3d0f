import { deleteSession } from "~/features/accounts/sessions.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";

/** Prevents session fixation. */
export async function replaceSession(
  request: Request,
  context: RouterContext,
  opened: { sessionId: string; expiresAt: Date },
): Promise<Record<string, string>> {
  const { secure } = context.get(requestContext);
  const { sessionCookie, db } = context.get(servicesContext);
  const previous = await sessionCookie.read(request, secure);
  if (previous !== null) await deleteSession(db, previous);
  return {
    "set-cookie": await sessionCookie.write(opened.sessionId, opened.expiresAt, secure),
  };
}
