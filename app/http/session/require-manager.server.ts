import { requireManager } from "~/features/accounts/household/manage-profiles.server";
import type { Session } from "~/features/accounts/sessions.server";
import { signedInContext, type RouterContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireRecent } from "./recent-session.server";

/**
 * Requires an account of the household that has confirmed who it is, for pages in
 * `routes/signed-in.tsx`. Responds to managed profiles with 403, as they have nothing
 * to confirm with.
 */
export async function requireManagerSession(
  context: RouterContext,
  returnTo: string,
): Promise<Session> {
  const session = await context.get(signedInContext);
  await withPageErrors(context, () => Promise.resolve(requireManager(session)));
  return requireRecent(session, returnTo);
}
