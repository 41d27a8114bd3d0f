import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { sessions } from "~db/schema";

/** A device that asks who is watching locks after this time without use. */
export const LOCK_AFTER_MS = 60 * 60 * 1000;
/** How often the last use of a session is recorded. */
const TOUCH_INTERVAL_MS = 60 * 60 * 1000;
/** The same of a device that asks, which may so lock this much earlier. */
const TOUCH_INTERVAL_OF_ASKING_MS = 10 * 60 * 1000;

/** What the choice of a profile needs of a session. No more of a locked one is read. */
export interface HouseholdSession {
  idHash: string;
  /** The account whose household it is. */
  householdId: string;
}

type StoredSession = Pick<typeof sessions.$inferSelect, "asksProfile" | "locked" | "lastUsedAt">;

/**
 * Whether a session is locked, by hand or by an hour without use, and whether its use is to be
 * recorded. The absolute difference also locks or renews a session from before the clock was set
 * back, which would outlast its time.
 */
export function readUse(
  { asksProfile, locked, lastUsedAt }: StoredSession,
  now: Date,
): { isLocked: boolean; isRenewalDue: boolean } {
  const idleMs = Math.abs(now.getTime() - lastUsedAt.getTime());
  const isLocked = locked || (asksProfile && idleMs >= LOCK_AFTER_MS);
  const interval = asksProfile ? TOUCH_INTERVAL_OF_ASKING_MS : TOUCH_INTERVAL_MS;
  return { isLocked, isRenewalDue: !isLocked && idleMs > interval };
}

/** Locks the session of a device that asks who is watching, and does nothing to others. */
export async function lockSession(db: Database, idHash: string): Promise<void> {
  await db
    .update(sessions)
    .set({ locked: true })
    .where(and(eq(sessions.idHash, idHash), sessions.asksProfile));
}

/** Makes a device ask who is watching, or not any more. A locked session stays as it is. */
export async function setAsksProfile(
  db: Database,
  idHash: string,
  asksProfile: boolean,
  now = new Date(),
): Promise<void> {
  await db
    .update(sessions)
    // The last recorded use may be an hour ago, which would lock the session at once.
    .set({ asksProfile, lastUsedAt: now })
    .where(and(eq(sessions.idHash, idHash), eq(sessions.locked, false)));
}
