import type { z } from "zod";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { profileSwitchSchema } from "~/features/accounts/household/household-input";
import {
  findProfile,
  type HouseholdProfile,
} from "~/features/accounts/household/list-profiles.server";
import { checkPin } from "~/features/accounts/household/profile-pin.server";
import type { HouseholdSession } from "~/features/accounts/household/session-lock.server";
import { switchProfile } from "~/features/accounts/household/switch-profile.server";
import { accountsContext, type RouterContext } from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import { replaceSession } from "~/http/session/replace-session.server";
import { tellUser } from "./tell-user.server";

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
  const verdict = await checkPin(accounts, id, pin);
  if (verdict.kind === "wrong") {
    if (verdict.isLast)
      tellUser(context, profile.isManaged ? session.householdId : id, "pinGuessed");
    throw new Forbidden(pin === null ? "household.needsPin" : "household.wrongPin");
  }
  const client = describeClient(request, context);
  const opened = await switchProfile(accounts.db, session, { id, ...verdict }, client);
  const headers = await replaceSession(request, context, opened);
  return { profile, expiresAt: opened.expiresAt, headers };
}
