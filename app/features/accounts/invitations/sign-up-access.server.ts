import { eq } from "drizzle-orm";
import { AppError, Forbidden } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { users } from "~db/schema";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { readInvitation, redeemInvitation } from "./invitations.server";

/** Who may create an account. */
export const SIGN_UP_MODES = ["open", "invite", "closed"] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** How a new account gets in. */
export interface SignUpAccess {
  mode: SignUpMode;
  invitation: string | undefined;
}

/**
 * Throws `Forbidden` for a sign-up that cannot succeed, before any work is done for it. An owner's
 * link works in every mode, since it is made on the machine.
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
 * Uses the invitation of a new account in the account's transaction. Throws `Forbidden` when it was
 * used up or revoked meanwhile. While sign-ups are open, one that cannot be used is ignored.
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
