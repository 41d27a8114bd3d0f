import { requireManager } from "~/features/accounts/household/manage-profiles.server";
import type { Session } from "~/features/accounts/sessions.server";
import { signedInContext, type RouterContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireRecent } from "./recent-session.server";

/**
 * Requires an account of the household that has confirmed who it is, for pages in
 * `routes/signed-in.tsx`. Answers managed profiles, which cannot, with 403.
 */
export async function requireManagerSession(
  context: RouterContext,
  returnTo: string,
): Promise<Session> {
  const session = await context.get(signedInContext);
  await withPageErrors(context, () => Promise.resolve(requireManager(session)));
  return requireRecent(session, returnTo);
}
