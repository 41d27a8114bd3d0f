import { randomBytes } from "node:crypto";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import type { Database } from "~db/client.server";
import { passkeyChallenges } from "~db/schema";

/** Time for a PIN, a phone that is elsewhere, and a second thought. */
export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Milliseconds by which the clocks of a site's instances may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

export type PasskeyPurpose = "add" | "sign-in" | "confirm";

/** What a challenge is for. At sign-in the user is not known yet. */
export interface Ceremony {
  purpose: PasskeyPurpose;
  userId: string | null;
}

export interface NewChallenge {
  challenge: Uint8Array<ArrayBuffer>;
  /** What the cookie of the browser holds; only its hash is stored. */
  code: string;
}

export async function createChallenge(
  db: Database,
  { purpose, userId }: Ceremony,
  now = new Date(),
): Promise<NewChallenge> {
  const challenge = new Uint8Array(randomBytes(32));
  const { code, codeHash } = createCode();
  await db.insert(passkeyChallenges).values({
    codeHash,
    challenge: Buffer.from(challenge).toString("base64url"),
    purpose,
    userId,
    expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
  });
  return { challenge, code };
}

/**
 * Uses a challenge up. Returns false unless it was made for one of the browser's codes and for this
 * ceremony, and has not expired. It is gone in any case.
 */
export async function takeChallenge(
  db: Database,
  { purpose, userId }: Ceremony,
  { challenge, codes }: { challenge: string; codes: readonly string[] },
  now = new Date(),
): Promise<boolean> {
  if (codes.length === 0) return false;
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        inArray(passkeyChallenges.codeHash, codes.map(hashCode)),
        eq(passkeyChallenges.challenge, challenge),
      ),
    )
    .returning();
  if (taken === undefined || taken.purpose !== purpose || taken.userId !== userId) return false;
  const leftMs = taken.expiresAt.getTime() - now.getTime();
  // One that has longer is from before the clock was set back, and would outlast its lifetime.
  return leftMs > 0 && leftMs < CHALLENGE_LIFETIME_MS + CLOCK_TOLERANCE_MS;
}

export async function deleteExpiredChallenges(db: Database): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
}
