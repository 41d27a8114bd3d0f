import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { invitations, users } from "~db/schema";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import { isCurrent, isFromFuture } from "~/features/accounts/lifetime";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import type { InvitationInput } from "./invitation-input";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_OPEN_INVITATIONS = 100;

/** Stores only the code's hash. Throws `Conflict` for too many open invitations. */
export function createInvitation(
  db: Database,
  actor: Actor,
  { note, uses, days }: InvitationInput,
  now = new Date(),
): Promise<{ id: string; code: string; expiresAt: Date }> {
  const { code, codeHash } = createCode();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const createdBy = actor.via === "page" ? actor.userId : null;
  return db.transaction(async (tx) => {
    if (createdBy !== null) {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, createdBy)).for("update");
      const open = await tx.$count(
        invitations,
        and(eq(invitations.createdBy, createdBy), isOpen(now)),
      );
      if (open >= MAX_OPEN_INVITATIONS)
        throw new Conflict({ key: "invitation.tooMany", values: { max: MAX_OPEN_INVITATIONS } });
    }
    const [row] = await tx
      .insert(invitations)
      .values({ codeHash, note, createdBy, maxUses: uses, createdAt: now, expiresAt })
      .returning({ id: invitations.id });
    if (row === undefined) throw new Error("The invitation was not inserted.");
    await recordAudit(tx, actor, { action: "invitation.created", details: { uses, days } });
    return { id: row.id, code, expiresAt };
  });
}

export interface InvitationEntry {
  id: string;
  note: string;
  role: "member" | "owner";
  createdBy: { id: string; name: string } | null;
  maxUses: number;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
  status: InvitationStatus;
}

export type InvitationStatus = "open" | "used" | "expired" | "revoked";

const MAX_LISTED = 200;

export async function listInvitations(db: Database, now = new Date()): Promise<InvitationEntry[]> {
  const rows = await db
    .select({ invitation: invitations, name: users.userName })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .orderBy(desc(invitations.createdAt))
    .limit(MAX_LISTED);
  return rows.map(({ invitation, name }) => ({
    id: invitation.id,
    note: invitation.note,
    role: invitation.role,
    createdBy:
      invitation.createdBy === null || name === null ? null : { id: invitation.createdBy, name },
    maxUses: invitation.maxUses,
    uses: invitation.uses,
    createdAt: invitation.createdAt,
    expiresAt: invitation.expiresAt,
    status: statusOf(invitation, now),
  }));
}

/**
 * Throws `NotFound` for one that is not open, and for an owner's link unless `isOwner`: moderators
 * do not decide who becomes the owner.
 */
export async function revokeInvitation(
  db: Database,
  actor: Actor,
  id: string,
  { isOwner, now = new Date() }: { isOwner: boolean; now?: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(
        and(
          eq(invitations.id, id),
          isOpen(now),
          isOwner ? undefined : eq(invitations.role, "member"),
        ),
      )
      .returning({ id: invitations.id });
    if (revoked.length === 0) throw new NotFound("invitation.notFound");
    await recordAudit(tx, actor, { action: "invitation.revoked" });
  });
}

export async function readInvitation(
  db: Database | Transaction,
  code: string,
  now = new Date(),
): Promise<{ role: "member" | "owner"; status: InvitationStatus; inviter: string | null } | null> {
  const [row] = await db
    .select({ invitation: invitations, inviter: users.userName })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .where(eq(invitations.codeHash, hashCode(code)));
  if (row === undefined) return null;
  const { invitation, inviter } = row;
  return { role: invitation.role, status: statusOf(invitation, now), inviter };
}

/** Uses the invitation once. Throws `Forbidden` with the reason. */
export async function redeemInvitation(
  tx: Transaction,
  code: string,
  now = new Date(),
): Promise<{ role: "member" | "owner"; createdBy: string | null }> {
  const codeHash = hashCode(code);
  const [used] = await tx
    .update(invitations)
    .set({ uses: sql`${invitations.uses} + 1` })
    .where(and(eq(invitations.codeHash, codeHash), isOpen(now)))
    .returning({ role: invitations.role, createdBy: invitations.createdBy });
  if (used !== undefined) return used;
  const [row] = await tx.select().from(invitations).where(eq(invitations.codeHash, codeHash));
  const status = row === undefined ? "open" : statusOf(row, now);
  throw new Forbidden(status === "open" ? "invitation.invalid" : `invitation.${status}`);
}

/** What `statusOf` calls open. */
function isOpen(now: Date) {
  return and(
    isNull(invitations.revokedAt),
    isCurrent(invitations, now),
    lt(invitations.uses, invitations.maxUses),
  );
}

function statusOf(
  row: Pick<
    typeof invitations.$inferSelect,
    "revokedAt" | "createdAt" | "expiresAt" | "uses" | "maxUses"
  >,
  now: Date,
): InvitationStatus {
  if (row.revokedAt !== null) return "revoked";
  if (row.uses >= row.maxUses) return "used";
  return row.expiresAt <= now || isFromFuture(row.createdAt, now) ? "expired" : "open";
}
