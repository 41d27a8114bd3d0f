import { Forbidden, NotFound } from "~/errors/app-error";
import { profileKeySchema } from "~/features/accounts/household/household-input";
import { findProfile } from "~/features/accounts/household/list-profiles.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireManagerSession } from "~/http/session/require-manager.server";

/** Reads a profile of the household that the session manages, after a recent proof. */
export async function loadManagedProfile(context: RouterContext, id: string, returnTo: string) {
  const session = await requireManagerSession(context, returnTo);
  const profile = await withPageErrors(context, async () => {
    const found = profileKeySchema.safeParse({ id }).success
      ? await findProfile(context.get(servicesContext).db, session.householdId, id)
      : null;
    if (found === null) throw new NotFound("household.noProfile");
    if (!found.isManaged && id !== session.user.id) throw new Forbidden("household.otherAccount");
    return found;
  });
  return { session, profile };
}
