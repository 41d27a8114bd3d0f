import type { z } from "zod";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { profileSwitchSchema } from "~/features/accounts/household/household-input";
import {
  findProfile,
  type HouseholdProfile,
} from "~/features/accounts/household/list-profiles.server";
import { checkPin, type PinVerdict } from "~/features/accounts/household/profile-pin.server";
import type { HouseholdSession } from "~/features/accounts/household/session-lock.server";
import { switchProfile } from "~/features/accounts/household/switch-profile.server";
import { accountsContext, type RouterContext } from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import { sessionHeaders } from "~/http/session/replace-session.server";

export interface OpenedProfile {
  profile: HouseholdProfile;
  expiresAt: Date;
  /** Sets the cookie of the new session. */
  headers: Record<string, string>;
}

/**
 * Opens a profile of the session's household in a session of its own. Throws `NotFound` for a
 * profile that the household does not have, `Forbidden` for a missing or wrong PIN, and
 * `LimitReached` after too many of them.
 */
export async function openProfile(
  request: Request,
  context: RouterContext,
  session: HouseholdSession,
  { id, pin = null }: z.output<typeof profileSwitchSchema>,
): Promise<OpenedProfile> {
  const accounts = context.get(accountsContext);
  const profile = await findProfile(accounts.db, session.householdId, id);
  if (profile === null || profile.isDisabled) throw new NotFound("household.noProfile");
  const guardianId = profile.isManaged ? session.householdId : id;
  // The switch itself checks that there is still none.
  const verdict: PinVerdict = profile.hasPin
    ? await checkPin(accounts, { userId: id, guardianId }, pin)
    : { kind: "right", pinHash: null };
  if (verdict.kind === "wrong")
    throw new Forbidden(pin === null ? "household.needsPin" : "household.wrongPin");
  const client = describeClient(request, context);
  const opened = await switchProfile(accounts.db, session, { id, ...verdict }, client);
  const headers = await sessionHeaders(context, opened);
  return { profile, expiresAt: opened.expiresAt, headers };
}
