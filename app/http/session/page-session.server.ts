import { redirect } from "react-router";
import type { ReadSession } from "~/features/accounts/sessions.server";
import type { RequestScope } from "~/http/context";
import { currentSession } from "./current-session.server";

/** The session that a page needs. Throws a redirect to the sign-in without one, which leads back to the page afterwards. */
export async function requirePageSession(
  request: Request,
  scope: RequestScope,
): Promise<ReadSession> {
  const session = await currentSession(request, scope);
  if (session !== null) return session;
  throw redirect(signInPath(request));
}

/** The sign-in page that leads back to the page of this request. */
function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/signin?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}
