import { randomInt } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { hashCode } from "~/features/accounts/secret-code.server";
import type { Database, Transaction } from "~db/client.server";
import { recoveryCodes } from "~db/schema";
import { RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH } from "./code-input";

const RECOVERY_CODES = 10;
const GROUP = /.{4}(?=.)/g;

/** Replaces the user's codes. Only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(code) })));
  return codes.map((code) => code.replace(GROUP, "$&-"));
}

/** Uses a code up. Returns false if it is unknown or used. */
export async function useRecoveryCode(
  tx: Transaction,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ codeHash: recoveryCodes.codeHash });
  return used.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [left] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return left?.codes ?? 0;
}

function createRecoveryCode(): string {
  return Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join("");
}
