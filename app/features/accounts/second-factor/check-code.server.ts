import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { LimitReached } from "~/errors/app-error";
import { isPast } from "~/features/accounts/lifetime";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database, Transaction } from "~db/client.server";
import { secondFactors } from "~db/schema";
import type { SecondFactorCode } from "./code-input";
import { useRecoveryCode } from "./recovery-codes.server";
import { secretPlace } from "./secret-place";
import { totpStep } from "./totp.server";

/**
 * Three codes of a million are right at any time: five attempts in five minutes find one in eight
 * months of trying, by a client that has the password already.
 */
export const MAX_ATTEMPTS = 5;
const ATTEMPTS_MS = 5 * 60_000;

export interface SecondFactorTools {
  db: Database;
  keyring: Keyring;
}

export type CodeVerdict =
  | { kind: "right"; by: SecondFactorCode["kind"] }
  /** No further attempt is allowed for a while if `isLast` is true. */
  | { kind: "wrong"; isLast: boolean }
  /** The second factor was turned off meanwhile. */
  | { kind: "off" };

/**
 * No code is accepted twice. Counts attempts before they are compared, so that concurrency gains
 * nothing. Throws `LimitReached`; recovery codes, which cannot be guessed, work even then.
 */
export async function checkCode(
  tools: SecondFactorTools,
  userId: string,
  { kind, code }: SecondFactorCode,
  now = new Date(),
): Promise<CodeVerdict> {
  const { db } = tools;
  if (kind === "recovery") {
    if (!(await hasSecondFactor(db, userId))) return { kind: "off" };
    return db.transaction(async (tx): Promise<CodeVerdict> => {
      if (!(await useRecoveryCode(tx, userId, code, now))) return recordFailure(tx, userId, now);
      const actor = { via: "page", userId } as const;
      await recordAudit(tx, actor, { action: "second-factor.recovery", subjectId: userId });
      await tellUser(tx, userId, "recoveryCodeUsed");
      await endAttempts(tx, userId);
      return { kind: "right", by: kind };
    });
  }
  const claimed = await claimAttempt(db, userId, now);
  if (claimed === null) return { kind: "off" };
  const { attempts, attemptsSince, secretSealed } = claimed;
  if (attempts > MAX_ATTEMPTS) {
    const endsAt = attemptsSince.getTime() + ATTEMPTS_MS;
    throw new LimitReached(Math.max(1, Math.ceil((endsAt - now.getTime()) / 1_000)));
  }
  const secret = tools.keyring.open(secretSealed, secretPlace(userId));
  const step = totpStep(secret, code, now);
  if (step !== null && (await useStep(db, userId, step))) return { kind: "right", by: kind };
  return db.transaction((tx) => recordFailure(tx, userId, now, attempts === MAX_ATTEMPTS));
}

export async function hasSecondFactor(
  db: Pick<Database, "select">,
  userId: string,
): Promise<boolean> {
  const [row] = await db
    .select({ userId: secondFactors.userId })
    .from(secondFactors)
    .where(isEnabled(userId));
  return row !== undefined;
}

async function claimAttempt(db: Database, userId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const began = new Date(now.getTime() - ATTEMPTS_MS).toISOString();
  const isSame = sql`${secondFactors.attemptsSince} > ${began}::timestamptz
    AND ${isPast(secondFactors.attemptsSince, now)}`;
  const [row] = await db
    .update(secondFactors)
    .set({
      attempts: sql`CASE WHEN ${isSame} THEN ${secondFactors.attempts} + 1 ELSE 1 END`,
      attemptsSince: sql`CASE WHEN ${isSame} THEN ${secondFactors.attemptsSince} ELSE ${at} END`,
    })
    .where(isEnabled(userId))
    .returning({
      attempts: secondFactors.attempts,
      attemptsSince: secondFactors.attemptsSince,
      secretSealed: secondFactors.secretSealed,
    });
  return row === undefined ? null : { ...row, attemptsSince: row.attemptsSince ?? now };
}

async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(secondFactors)
    .set({ lastStep: step, attempts: 0, attemptsSince: null })
    .where(
      and(isEnabled(userId), or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))),
    )
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

async function endAttempts(tx: Transaction, userId: string): Promise<void> {
  await tx.update(secondFactors).set({ attempts: 0, attemptsSince: null }).where(isEnabled(userId));
}

async function recordFailure(
  tx: Transaction,
  userId: string,
  now: Date,
  isLast = false,
): Promise<CodeVerdict> {
  await tx
    .update(secondFactors)
    .set({ failures: sql`${secondFactors.failures} + 1`, lastFailedAt: now })
    .where(isEnabled(userId));
  if (isLast) {
    await recordAudit(tx, { via: "site" }, { action: "second-factor.guessed", subjectId: userId });
    await tellUser(tx, userId, "secondFactorGuessed");
  }
  return { kind: "wrong", isLast };
}

function isEnabled(userId: string) {
  return and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt));
}
