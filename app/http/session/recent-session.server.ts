import { redirect, href } from "react-router";
import { isConfirmedByCode, isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import type { Session } from "~/features/accounts/sessions.server";
import { signedInContext, type RouterContext } from "~/http/context";
import { withQuery } from "~/ui/with-query";

/** The value of `code` in a URL of `/confirm` where a password would not do. */
export const CODE_REQUIRED = "required";

/** Requires that the user has confirmed who they are, before what a stolen session must not do. */
export function requireRecent(session: Session, returnTo: string): Session {
  if (isRecentlyConfirmed(session)) return session;
  throw redirect(withQuery(href("/confirm"), { returnTo }), 303);
}

/**
 * Requires a code of the second factor, or a passkey, in the last ten minutes: a password, which is
 * the first factor, must not end the second.
 */
export function requireRecentCode(session: Session, returnTo: string): Session {
  if (isConfirmedByCode(session)) return session;
  throw redirect(withQuery(href("/confirm"), { returnTo, code: CODE_REQUIRED }), 303);
}

/** `requireRecent` for pages in `routes/signed-in.tsx`. */
export async function requireRecentSession(
  request: Request,
  context: RouterContext,
): Promise<Session> {
  return requireRecent(await context.get(signedInContext), pagePath(request));
}

/** The path of the page whose loader or action is called. */
export function pagePath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname.replace(/\.data$/, "") + search;
}
