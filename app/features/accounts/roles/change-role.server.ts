import { and, eq, isNull } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { invitations, users } from "~db/schema";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import { hasRole, type Role } from "./roles";

/**
 * Throws `Conflict` when no other enabled owner would be left. Locks the owners' rows, so that two
 * owners cannot remove each other concurrently.
 */
export async function requireAnotherOwner(tx: Transaction, userId: string): Promise<void> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "owner"), isNull(users.disabledAt)))
    .orderBy(users.id)
    .for("update");
  const isOwner = owners.some(({ id }) => id === userId);
  if (isOwner && owners.length === 1) throw new Conflict("role.lastOwner");
}

/**
 * Throws `NotFound` for an unknown user, `Conflict` for the last owner and for a managed profile,
 * which cannot prove who it is. Revokes the open invitations of a user who becomes a member.
 */
export async function changeRole(
  db: Database,
  actor: Actor,
  userId: string,
  role: Role,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (role !== "owner") await requireAnotherOwner(tx, userId);
    const [user] = await tx
      .select({ role: users.role, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (user === undefined) throw new NotFound("user.notFound");
    if (user.role === role) return;
    if (user.email === null) throw new Conflict("household.noRole");
    await tx.update(users).set({ role }).where(eq(users.id, userId));
    if (!hasRole(role, "moderator")) await revokeInvitationsOf(tx, userId);
    await recordAudit(tx, actor, {
      action: "role.changed",
      subjectId: userId,
      details: { from: user.role, to: role },
    });
  });
}

export async function revokeInvitationsOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(invitations)
    .set({ revokedAt: new Date() })
    .where(and(eq(invitations.createdBy, userId), isNull(invitations.revokedAt)));
}
