import { and, eq, sql } from "drizzle-orm";
import { LimitReached } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { Database, Transaction } from "~db/client.server";
import { profilePins } from "~db/schema";

/** PINs that may be tried before the first wait. */
const FREE_ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 15 * 60;

export interface PinTools {
  db: Database;
  hasher: PasswordHasher;
}

export type PinVerdict =
  /** The hash that the PIN matched; null for a profile without a PIN. */
  | { kind: "right"; pinHash: string | null }
  /** The next attempt has to wait for the first time if `isLast` is true. */
  | { kind: "wrong"; isLast: boolean };

/**
 * Compares a profile's PIN. Attempts are counted per profile in the database before they are
 * compared, so that neither other devices nor concurrency gain any. A missing PIN is wrong where it
 * is needed, but not counted. Tells the guardian of guessing, who may be the profile itself.
 * Throws `LimitReached`.
 */
export async function checkPin(
  { db, hasher }: PinTools,
  { userId, guardianId }: { userId: string; guardianId: string },
  pin: string | null,
): Promise<PinVerdict> {
  const isOfProfile = eq(profilePins.userId, userId);
  if (pin === null) {
    const [stored] = await db
      .select({ userId: profilePins.userId })
      .from(profilePins)
      .where(isOfProfile);
    return stored === undefined
      ? { kind: "right", pinHash: null }
      : { kind: "wrong", isLast: false };
  }
  const claimed = await claimAttempt(db, userId);
  if (claimed === null) return { kind: "right", pinHash: null };
  const { pinHash, attempts } = claimed;
  if (await hasher.matches(pin, pinHash)) {
    await db
      .update(profilePins)
      .set({ attempts: 0, retryAt: null })
      .where(and(isOfProfile, eq(profilePins.pinHash, pinHash)));
    return { kind: "right", pinHash };
  }
  const isLast = attempts === FREE_ATTEMPTS;
  if (isLast)
    await db.transaction(async (tx) => {
      await recordAudit(tx, { via: "site" }, { action: "profile.guessed", subjectId: userId });
      await tellUser(tx, guardianId, "pinGuessed");
    });
  return { kind: "wrong", isLast };
}

/** Sets, changes or removes a PIN, which ends any wait. */
export async function savePin(
  tx: Transaction,
  userId: string,
  pinHash: string | null,
): Promise<void> {
  if (pinHash === null) {
    await tx.delete(profilePins).where(eq(profilePins.userId, userId));
    return;
  }
  const renewed = { pinHash, attempts: 0, retryAt: null, updatedAt: sql`now()` };
  await tx
    .insert(profilePins)
    .values({ userId, pinHash })
    .onConflictDoUpdate({ target: profilePins.userId, set: renewed });
}

/** Counts an attempt by the database's clock, as instances' clocks differ. Null without a PIN. */
async function claimAttempt(db: Database, userId: string) {
  const next = sql`${profilePins.attempts} + 1`;
  // A wait that is longer than any is from before the clock was set back.
  const mayTry = sql`${profilePins.retryAt} IS NULL OR ${profilePins.retryAt} <= now()
    OR ${profilePins.retryAt} > now() + make_interval(secs => ${MAX_WAIT_SECONDS} + 60)`;
  const wait = sql`least(${FIRST_WAIT_SECONDS} * 2 ^ least(${next} - ${FREE_ATTEMPTS}, 10),
    ${MAX_WAIT_SECONDS})`;
  const [claimed] = await db
    .update(profilePins)
    .set({
      attempts: sql`least(${next}, 1000)`,
      retryAt: sql`CASE WHEN ${next} >= ${FREE_ATTEMPTS}
        THEN now() + make_interval(secs => ${wait}) END`,
    })
    .where(and(eq(profilePins.userId, userId), sql`(${mayTry})`))
    .returning({ pinHash: profilePins.pinHash, attempts: profilePins.attempts });
  if (claimed !== undefined) return claimed;
  const [waiting] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch FROM ${profilePins.retryAt} - now()))::int`,
    })
    .from(profilePins)
    .where(eq(profilePins.userId, userId));
  if (waiting === undefined) return null;
  throw new LimitReached(Math.max(1, waiting.seconds));
}
