import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { Conflict, Invalid } from "~/errors/app-error";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { Database } from "~db/client.server";
import { recoveryCodes, secondFactors } from "~db/schema";
import type { SecondFactorTools } from "./check-code.server";
import type { SecondFactorCode } from "./code-input";
import { endSecondSteps } from "./end-second-steps.server";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.server";
import { secretPlace } from "./secret-place";
import { createTotpSecret, totpStep } from "./totp.server";
import { listTrustedBrowsers, type TrustedBrowser } from "./trusted-browsers.server";

export type SecondFactorStatus =
  | { kind: "off" }
  /** Waits for the first code of the app. */
  | { kind: "pending"; secret: string }
  | {
      kind: "on";
      since: Date;
      recoveryCodes: number;
      failures: number;
      lastFailedAt: Date | null;
      browsers: TrustedBrowser[];
    };

export async function getSecondFactor(
  { db, keyring }: SecondFactorTools,
  userId: string,
  now = new Date(),
): Promise<SecondFactorStatus> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  if (row === undefined) return { kind: "off" };
  if (row.enabledAt === null)
    return { kind: "pending", secret: keyring.open(row.secretSealed, secretPlace(userId)) };
  return {
    kind: "on",
    since: row.enabledAt,
    recoveryCodes: await countRecoveryCodes(db, userId),
    failures: row.failures,
    lastFailedAt: row.lastFailedAt,
    browsers: await listTrustedBrowsers(db, userId, now),
  };
}

/** A new secret, until a code enables it. Throws `Conflict` when the second factor is on. */
export async function startSecondFactor(
  { db, keyring }: SecondFactorTools,
  userId: string,
): Promise<void> {
  const secretSealed = keyring.seal(createTotpSecret(), secretPlace(userId));
  const started = await db
    .insert(secondFactors)
    .values({ userId, secretSealed })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secretSealed },
      setWhere: isNull(secondFactors.enabledAt),
    })
    .returning({ userId: secondFactors.userId });
  if (started.length === 0) throw new Conflict("secondFactor.isOn");
}

export async function cancelSecondFactor(db: Database, userId: string): Promise<void> {
  await db
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.enabledAt)));
}

/** Returns the recovery codes. Throws `Invalid` for a wrong code, `Conflict` without a start. */
export function enableSecondFactor(
  { db, keyring }: SecondFactorTools,
  userId: string,
  { kind, code }: SecondFactorCode,
  now = new Date(),
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const [started] = await tx
      .select({ secretSealed: secondFactors.secretSealed })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.enabledAt)))
      .for("update");
    if (started === undefined) throw new Conflict("secondFactor.notStarted");
    const secret = keyring.open(started.secretSealed, secretPlace(userId));
    const step = kind === "app" ? totpStep(secret, code, now) : null;
    if (step === null)
      throw new Invalid([{ path: "code", message: "secondFactor.wrongFirstCode" }]);
    await tx
      .update(secondFactors)
      .set({ enabledAt: now, lastStep: step })
      .where(eq(secondFactors.userId, userId));
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "second-factor.on", subjectId: userId },
    );
    await tellUser(tx, userId, "secondFactorOn");
    return replaceRecoveryCodes(tx, userId);
  });
}

/** The codes from before work no longer. Throws `Conflict` when the second factor is off. */
export function renewRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const [enabled] = await tx
      .select({ userId: secondFactors.userId })
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.enabledAt)))
      .for("update");
    if (enabled === undefined) throw new Conflict("secondFactor.isOff");
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "second-factor.codes", subjectId: userId },
    );
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Recovery codes and trusted browsers end too. Throws `Conflict` when it is off. */
export function disableSecondFactor(db: Database, actor: Actor, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const removed = await tx
      .delete(secondFactors)
      .where(eq(secondFactors.userId, userId))
      .returning({ enabledAt: secondFactors.enabledAt });
    if ((removed[0]?.enabledAt ?? null) === null) throw new Conflict("secondFactor.isOff");
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await endSecondSteps(tx, userId);
    await recordAudit(tx, actor, { action: "second-factor.off", subjectId: userId });
    await tellUser(tx, userId, "secondFactorOff");
  });
}
