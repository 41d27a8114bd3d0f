import { eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import { withdrawSharedTaste } from "~/features/suggestions/suggestion-state.server";
import { users } from "~db/schema";
import { recordAudit } from "./audit/audit-log.server";
import { requirePassword, type PasswordTools } from "./password/require-password.server";
import { requireAnotherOwner } from "./roles/change-role.server";
import type { Session } from "./sessions.server";

const RECENT_SIGN_IN_SECONDS = 10 * 60;

interface Tools extends PasswordTools {
  now?: Date;
}

/**
 * Throws `Forbidden` for a wrong password, and without a password or a recent sign-in; `Conflict`
 * for the last owner.
 */
export async function deleteAccount(
  { db, hasher, throttle, now = new Date() }: Tools,
  session: Session,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await requirePassword({ db, hasher, throttle }, session, password);
  else if (now.getTime() - session.createdAt.getTime() >= RECENT_SIGN_IN_SECONDS * 1000)
    throw new Forbidden("account.deleteNeedsProof");
  const userId = session.user.id;
  await db.transaction(async (tx) => {
    await requireAnotherOwner(tx, userId);
    await withdrawSharedTaste(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await recordAudit(tx, { via: "page", userId }, { action: "user.deleted", subjectId: userId });
  });
}
