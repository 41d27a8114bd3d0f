import { and, eq, isNull } from "drizzle-orm";
import { NotFound, Unauthenticated } from "~/errors/app-error";
import {
  createSession,
  NEVER_CONFIRMED,
  type Client,
  type Session,
} from "~/features/accounts/sessions.server";
import type { Database } from "~db/client.server";
import { profilePins, sessions, users } from "~db/schema";
import { isInHousehold } from "./list-profiles.server";

export interface ProfileSwitch {
  /** The profile to open. */
  id: string;
  /** The hash that its PIN matched; null without a PIN. */
  pinHash: string | null;
}

/**
 * Opens a profile in a new session of the account that signed in, in place of the session, which
 * ends. It is a proof of nothing, also of the account. Throws `NotFound` for a profile of another
 * household or one whose PIN has changed, `Unauthenticated` once the session has ended.
 */
export async function switchProfile(
  db: Database,
  session: Pick<Session, "idHash" | "householdId">,
  { id, pinHash }: ProfileSwitch,
  client: Client,
  now = new Date(),
): Promise<{ sessionId: string; expiresAt: Date }> {
  return db.transaction(async (tx) => {
    // Ending a session at the same time must end the new one, too.
    const [ended] = await tx
      .delete(sessions)
      .where(eq(sessions.idHash, session.idHash))
      .returning({ accountId: sessions.userId });
    if (ended === undefined) throw new Unauthenticated();
    const { accountId } = ended;
    const [profile] = await tx
      .select({ pinHash: profilePins.pinHash })
      .from(users)
      .leftJoin(profilePins, eq(profilePins.userId, users.id))
      .where(and(isInHousehold(session.householdId), eq(users.id, id), isNull(users.disabledAt)))
      .for("share", { of: users });
    if (profile === undefined || profile.pinHash !== pinHash)
      throw new NotFound("household.noProfile");
    const opened = await createSession(tx, accountId, client, now, {
      profileId: id === accountId ? null : id,
      confirmedAt: NEVER_CONFIRMED,
    });
    return { sessionId: opened.id, expiresAt: opened.expiresAt };
  });
}
