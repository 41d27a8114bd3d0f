import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { NotFound, Unauthenticated } from "~/errors/app-error";
import { createSession, NEVER_CONFIRMED, type Client } from "~/features/accounts/sessions.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { profilePins, sessions, users } from "~db/schema";
import { isInHousehold } from "./list-profiles.server";
import type { HouseholdSession } from "./session-lock.server";

export interface ProfileSwitch {
  /** The profile to open. */
  id: string;
  /** The hash that its PIN matched; null without a PIN. */
  pinHash: string | null;
}

/**
 * Opens a profile in a new session of the account that signed in, in place of the session, which
 * ends and may be locked. It proves nothing, not even for the account. A device that asks who is
 * watching still does. Throws `NotFound` for a profile of another household or one whose PIN has
 * changed, `Unauthenticated` once the session has ended.
 */
export async function switchProfile(
  db: Database,
  session: HouseholdSession,
  { id, pinHash }: ProfileSwitch,
  client: Client,
  now = new Date(),
): Promise<{ sessionId: string; expiresAt: Date }> {
  return db.transaction(async (tx) => {
    // The users' rows first, as in every other change of an account, the account's before those of
    // its profiles: then none can deadlock, and what ends its sessions waits for the new one.
    const locking = tx
      .select({ id: users.id })
      .from(users)
      .where(prepared(and(isInHousehold(session.householdId), isNull(users.disabledAt))))
      .orderBy(desc(eq(users.id, session.householdId)), users.id)
      .for("share");
    const ending = tx
      .delete(sessions)
      .where(prepared(eq(sessions.idHash, session.idHash)))
      .returning({
        accountId: sessions.userId,
        asksProfile: sessions.asksProfile,
        currentPin: sql<string | null>`(SELECT ${profilePins.pinHash} FROM ${profilePins}
          WHERE ${profilePins.userId} = ${id}::uuid)`,
      });
    // Both are sent at once, and run in this order.
    const [locked, [ended]] = await Promise.all([locking, ending]);
    if (ended === undefined) throw new Unauthenticated();
    const { accountId, asksProfile, currentPin } = ended;
    // The account may have left the household in the meantime.
    const isMember = (userId: string) => locked.some((user) => user.id === userId);
    if (!isMember(accountId) || !isMember(id) || currentPin !== pinHash)
      throw new NotFound("household.noProfile");
    const opened = await createSession(tx, accountId, client, now, {
      profileId: id === accountId ? null : id,
      confirmedAt: NEVER_CONFIRMED,
      asksProfile,
    });
    return { sessionId: opened.id, expiresAt: opened.expiresAt };
  });
}
