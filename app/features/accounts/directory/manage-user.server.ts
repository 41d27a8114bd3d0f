import { eq, or } from "drizzle-orm";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { users } from "~db/schema";
import { endHousehold } from "~/features/accounts/household/manage-profiles.server";
import { isManagedBy } from "~/features/accounts/household/list-profiles.server";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import {
  requireAnotherOwner,
  revokeInvitationsOf,
} from "~/features/accounts/roles/change-role.server";
import { mayManage, type Role } from "~/features/accounts/roles/roles";
import { endSecondSteps } from "~/features/accounts/second-factor/end-second-steps.server";
import { endResets } from "~/features/accounts/reset/password-reset.server";
import { revokeOtherSessions } from "~/features/accounts/sessions.server";
import { revokeAllTokens } from "~/features/accounts/tokens/tokens.server";

export interface Manager {
  id: string;
  role: Role;
}

/**
 * Ends the account's sessions, tokens and open links, and disables its managed profiles. Throws
 * `NotFound`, `Forbidden` for an account of a higher role or one's own, `Conflict` for the last
 * owner.
 */
export async function disableUser(db: Database, manager: Manager, userId: string): Promise<void> {
  if (manager.id === userId) throw new Forbidden("role.notYourself");
  await db.transaction(async (tx) => {
    const user = await lockRemovable(tx, manager, userId);
    if (user.disabledAt !== null) return;
    await tx
      .update(users)
      .set({ disabledAt: new Date() })
      .where(or(eq(users.id, userId), isManagedBy(userId)));
    await revokeOtherSessions(tx, userId);
    await revokeAllTokens(tx, userId);
    await endResets(tx, userId);
    await endSecondSteps(tx, userId);
    await revokeInvitationsOf(tx, userId);
    await recordAudit(tx, actorOf(manager), { action: "user.disabled", subjectId: userId });
  });
}

/** Enables the managed profiles of an account, too. */
export async function enableUser(db: Database, manager: Manager, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await lockManageable(tx, manager, userId);
    if (user.disabledAt === null) return;
    await tx
      .update(users)
      .set({ disabledAt: null })
      .where(or(eq(users.id, userId), isManagedBy(userId)));
    await recordAudit(tx, actorOf(manager), { action: "user.enabled", subjectId: userId });
  });
}

export async function endSessionsOf(
  db: Database,
  manager: Manager,
  userId: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockManageable(tx, manager, userId);
    const ended = await revokeOtherSessions(tx, userId);
    await endSecondSteps(tx, userId);
    await recordAudit(tx, actorOf(manager), {
      action: "sessions.ended",
      subjectId: userId,
      details: { sessions: ended },
    });
    return ended;
  });
}

/** Ends the household of an account, too. */
export async function deleteUser(db: Database, manager: Manager, userId: string): Promise<void> {
  if (manager.id === userId) throw new Forbidden("role.notYourself");
  await db.transaction(async (tx) => {
    await lockRemovable(tx, manager, userId);
    await endHousehold(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await recordAudit(tx, actorOf(manager), { action: "user.deleted", subjectId: userId });
  });
}

/**
 * Locks a user who is about to lose the account or its use. Owners' rows are locked first and in
 * one order, so that one owner stays.
 */
async function lockRemovable(tx: Transaction, manager: Manager, userId: string) {
  // Moderators may not touch an owner at all.
  if (manager.role === "owner") await requireAnotherOwner(tx, userId);
  return lockManageable(tx, manager, userId);
}

async function lockManageable(tx: Transaction, manager: Manager, userId: string) {
  const [user] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  if (user === undefined) throw new NotFound("user.notFound");
  if (!mayManage(manager.role, user.role)) throw new Forbidden("role.cannot");
  return user;
}

function actorOf({ id }: Manager) {
  return { via: "page", userId: id } as const;
}
