import { eq } from "drizzle-orm";
import { AppError, Forbidden } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { users } from "~db/schema";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { readInvitation, redeemInvitation } from "./invitations.server";

export const SIGN_UP_MODES = ["open", "invite", "closed"] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

export interface SignUpAccess {
  mode: SignUpMode;
  invitation: string | undefined;
}

/**
 * Throws `Forbidden` before any work is done. Owner links work in every mode, since they are made
 * on the machine.
 */
export async function requireSignUpAccess(
  db: Database | Transaction,
  { mode, invitation }: SignUpAccess,
): Promise<void> {
  if (mode === "open") return;
  const found = invitation === undefined ? null : await readInvitation(db, invitation);
  if (mode === "closed" && found?.role !== "owner") throw new Forbidden("signUp.closed");
  if (invitation === undefined) throw new Forbidden("signUp.needsInvitation");
  if (found === null) throw new Forbidden("invitation.invalid");
  if (found.status !== "open") throw new Forbidden(`invitation.${found.status}`);
}

/**
 * Redeems in the account's transaction. Throws `Forbidden` when the invitation was used up or
 * revoked concurrently. While sign-ups are open, an invalid one is ignored.
 */
export async function applyInvitation(
  tx: Transaction,
  userId: string,
  { mode, invitation }: SignUpAccess,
): Promise<void> {
  if (invitation === undefined) return;
  try {
    const { role, createdBy } = await redeemInvitation(tx, invitation);
    await tx.update(users).set({ role, invitedBy: createdBy }).where(eq(users.id, userId));
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: role === "owner" ? "owner.made" : "invitation.used", subjectId: userId },
    );
  } catch (error) {
    if (mode !== "open" || !(error instanceof AppError)) throw error;
  }
}
