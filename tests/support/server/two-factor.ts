import { Secret, TOTP } from "otpauth";
import {
  enableSecondFactor,
  getSecondFactor,
  startSecondFactor,
} from "~/features/accounts/second-factor/manage-second-factor.server";
import type { TestDatabase } from "../database/test-database";
import { createTestServices } from "./context";

export const STEP_MS = 30_000;

/** Computes the code that an authenticator app shows. */
export function codeAt(secret: string, moment: number | Date = Date.now()): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Number(moment) });
}

/** A code that is wrong now, a step before and a step after. */
export function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeAt(secret, Date.now() + step * STEP_MS));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find(
    (code) => !near.includes(code),
  ) as string;
}

/** Turns it on as if a few steps ago, so that the current code is not used yet. */
export async function turnOnTwoFactor(
  database: TestDatabase,
  userId: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { accounts } = createTestServices({}, database);
  await startSecondFactor(accounts, userId);
  const status = await getSecondFactor(accounts, userId);
  if (status.kind !== "pending") throw new Error("The second factor is not pending.");
  const then = new Date(Date.now() - 10 * STEP_MS);
  const code = { kind: "app", code: codeAt(status.secret, then) } as const;
  return {
    secret: status.secret,
    recoveryCodes: await enableSecondFactor(accounts, userId, code, then),
  };
}
