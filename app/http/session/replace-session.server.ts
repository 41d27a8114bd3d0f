import { deleteSession } from "~/features/accounts/sessions.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";

interface OpenedSession {
  sessionId: string;
  expiresAt: Date;
}

/** Ends the request's session, and sets the cookie of the new one. Prevents session fixation. */
export async function replaceSession(
  request: Request,
  context: RouterContext,
  opened: OpenedSession,
): Promise<Record<string, string>> {
  const { secure } = context.get(requestContext);
  const { sessionCookie, db } = context.get(servicesContext);
  const previous = await sessionCookie.read(request, secure);
  if (previous !== null) await deleteSession(db, previous);
  return sessionHeaders(context, opened);
}

/** Sets the cookie of a new session, where the request's has ended with its opening. */
export async function sessionHeaders(
  context: RouterContext,
  { sessionId, expiresAt }: OpenedSession,
): Promise<Record<string, string>> {
  const { secure } = context.get(requestContext);
  const { sessionCookie } = context.get(servicesContext);
  return { "set-cookie": await sessionCookie.write(sessionId, expiresAt, secure) };
}
