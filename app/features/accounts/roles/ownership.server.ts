import { and, eq, isNotNull, sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database } from "~db/client.server";
import { invitations, siteSettings, users } from "~db/schema";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import { emailKey } from "~/features/accounts/credentials";
import {
  readInvitation,
  redeemInvitation,
} from "~/features/accounts/invitations/invitations.server";
import { createCode } from "~/features/accounts/secret-code.server";
import { changeRole } from "./change-role.server";

const OWNER_LINK_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function hasOwner(db: Database): Promise<boolean> {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, "owner"))
    .limit(1);
  return owner !== undefined;
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

export function createOwnerLink(
  db: Database,
  actor: Actor,
  now = new Date(),
): Promise<{ code: string; expiresAt: Date }> {
  const { code, codeHash } = createCode();
  const expiresAt = new Date(now.getTime() + OWNER_LINK_DAYS * DAY_MS);
  return db.transaction(async (tx) => {
    await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(and(eq(invitations.role, "owner"), sql`${invitations.revokedAt} IS NULL`));
    await tx.insert(invitations).values({ codeHash, role: "owner", createdAt: now, expiresAt });
    await recordAudit(tx, actor, { action: "invitation.created", details: { role: "owner" } });
    return { code, expiresAt };
  });
}

/** Returns null once the site has an owner or any instance has made such a link. */
export async function createFirstOwnerLink(db: Database, now = new Date()): Promise<string | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    await takeAdvisoryLock(tx, "firstOwnerLink");
    const { codeHash, code } = createCode();
    const created = await tx.execute(sql`
      INSERT INTO ${invitations} (code_hash, role, created_at, expires_at)
      SELECT ${codeHash}, 'owner', ${at}, ${at} + make_interval(days => ${OWNER_LINK_DAYS})
      WHERE NOT EXISTS (SELECT FROM ${users} WHERE role = 'owner')
        AND NOT EXISTS (SELECT FROM ${invitations} WHERE role = 'owner')
      RETURNING id`);
    return created.length === 0 ? null : code;
  });
}

/**
 * Throws `Forbidden` for a link that cannot be used or is not an owner's, `Conflict` for a managed
 * profile, which leaves the link as it is.
 */
export async function acceptOwnership(db: Database, userId: string, code: string): Promise<void> {
  const found = await readInvitation(db, code);
  if (found !== null && found.role !== "owner") throw new Forbidden("invitation.invalid");
  await db.transaction(async (tx) => {
    await redeemInvitation(tx, code);
    const made = await tx
      .update(users)
      .set({ role: "owner" })
      .where(and(eq(users.id, userId), isNotNull(users.email)))
      .returning({ id: users.id });
    if (made.length === 0) throw new Conflict("household.noRole");
    await recordAudit(tx, { via: "page", userId }, { action: "owner.made", subjectId: userId });
  });
}

/** Throws `NotFound` when no account has the email address. */
export async function makeOwner(db: Database, actor: Actor, email: string): Promise<OwnerAccount> {
  const [user] = await db
    .select({ id: users.id, userName: users.userName, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (user === undefined) throw new NotFound("user.notFound");
  await changeRole(db, actor, user.id, "owner");
  return user;
}

export interface OwnerAccount {
  id: string;
  userName: string;
  createdAt: Date;
}

const APPLIED_KEY = "ownerEmailApplied";

/**
 * "waiting": no such account yet. "unproven": nothing proves that the account owns the address,
 * though a provider or mail could.
 */
export type OwnerEmailOutcome = "made" | "applied" | "waiting" | "unproven";

/**
 * Applies once per value of the setting, so that later role changes stand. Where a provider or mail
 * can prove the address, it must be proven: otherwise anyone could sign up with it.
 */
export async function applyOwnerEmail(
  db: Database,
  { ownerEmail, isProvable }: { ownerEmail: string; isProvable: boolean },
): Promise<OwnerEmailOutcome> {
  const key = emailKey(ownerEmail);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, role: users.role, provenAt: users.emailProvenAt })
      .from(users)
      .where(eq(users.emailKey, key))
      .for("update");
    const [applied] = await tx
      .select({ value: siteSettings.value })
      .from(siteSettings)
      .where(eq(siteSettings.key, APPLIED_KEY));
    if (applied?.value === key) return "applied";
    if (user === undefined) return "waiting";
    if (isProvable && user.provenAt === null) return "unproven";
    await tx
      .insert(siteSettings)
      .values({ key: APPLIED_KEY, value: key })
      .onConflictDoUpdate({ target: siteSettings.key, set: { value: key } });
    if (user.role === "owner") return "applied";
    await tx.update(users).set({ role: "owner" }).where(eq(users.id, user.id));
    await recordAudit(tx, { via: "site" }, { action: "owner.made", subjectId: user.id });
    return "made";
  });
}
