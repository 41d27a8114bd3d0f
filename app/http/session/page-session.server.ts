import { redirect, type MiddlewareFunction } from "react-router";
import type { Session } from "~/features/accounts/sessions.server";
import { signedInContext, type RouterContext } from "~/http/context";
import { getSession } from "./get-session.server";
import { signInPath } from "~/ui/sign-in-path";

/**
 * Lets signed-in users through and sets `signedInContext`; redirects visitors to the sign-in, and
 * from there back. It throws nothing else: the page of an error in a middleware has neither the
 * root loader's locale nor its theme.
 */
export const signedIn: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const session = getSession(request, context);
  const found = await session.catch(() => undefined);
  if (found === null) throw redirect(signInPath(url.pathname + url.search));
  context.set(signedInContext, session as Promise<Session>);
};

/**
 * Returns the session for what only users may do on a page for all. Redirects visitors to the
 * sign-in, and from there to `returnTo`, which has to be a page: scripts cannot navigate to a file.
 */
export async function requirePageSession(
  request: Request,
  context: RouterContext,
  returnTo = pathOf(request),
): Promise<Session> {
  const session = await getSession(request, context);
  if (session !== null) return session;
  throw redirect(signInPath(returnTo));
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
