import { redirect } from "react-router";
import type { Session } from "~/features/accounts/sessions.server";
import type { RouterContext } from "~/http/context";
import { getSession } from "./get-session.server";

export async function requirePageSession(
  request: Request,
  context: RouterContext,
): Promise<Session> {
  const session = await getSession(request, context);
  if (session !== null) return session;
  throw redirect(signInPath(request));
}

function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `/signin?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}
