import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { credentials, identities, passwordResets, users } from "~db/schema";
import { recordAudit, type Actor } from "~/features/accounts/audit/audit-log.server";
import { emailKey, emailSchema, passwordSchema } from "~/features/accounts/credentials";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import { isCurrent, isPast } from "~/features/accounts/lifetime";
import { endPasskeys } from "~/features/accounts/passkeys/manage-passkeys.server";
import { endSecondSteps } from "~/features/accounts/second-factor/end-second-steps.server";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import { revokeOtherSessions } from "~/features/accounts/sessions.server";
import { revokeAllTokens } from "~/features/accounts/tokens/tokens.server";
import { tellUser } from "~/features/accounts/tell-user.server";

const LIFETIME_MS = 60 * 60 * 1000;
const MAX_MAILED = 3;
const RETENTION_DAYS = 30;

export const forgotSchema = z.object({ email: emailSchema });
export const resetSchema = z.object({ newPassword: passwordSchema });

export interface ResetLink {
  code: string;
  expiresAt: Date;
}

/**
 * Creates a link that an operator hands over. Throws `NotFound` for an unknown user, `Conflict` for
 * a managed profile, which has no password.
 */
export function createResetLink(
  db: Database,
  actor: Actor,
  userId: string,
  now = new Date(),
): Promise<ResetLink> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (user === undefined) throw new NotFound("user.notFound");
    if (user.email === null) throw new Conflict("household.noSignIn");
    await recordAudit(tx, actor, { action: "reset.created", subjectId: userId });
    return insertReset(tx, userId, false, now);
  });
}

/** Returns null when no enabled account has the address, or after `MAX_MAILED` within an hour. */
export function createMailedReset(
  db: Database,
  email: string,
  now = new Date(),
): Promise<(ResetLink & { userId: string; email: string }) | null> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.emailKey, emailKey(email)), isNull(users.disabledAt)))
      .for("update");
    if (user === undefined || user.email === null) return null;
    const [recent] = await tx
      .select({ links: count() })
      .from(passwordResets)
      .where(
        and(
          eq(passwordResets.userId, user.id),
          eq(passwordResets.mailed, true),
          gt(passwordResets.createdAt, new Date(now.getTime() - LIFETIME_MS)),
          isPast(passwordResets.createdAt, now),
        ),
      );
    if ((recent?.links ?? 0) >= MAX_MAILED) return null;
    const link = await insertReset(tx, user.id, true, now);
    return { ...link, userId: user.id, email: user.email };
  });
}

async function insertReset(
  tx: Transaction,
  userId: string,
  mailed: boolean,
  now: Date,
): Promise<ResetLink> {
  const { code, codeHash } = createCode();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  // The newest link is the only one that works.
  await tx
    .update(passwordResets)
    .set({ expiresAt: now })
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.expiresAt, now)));
  await tx.insert(passwordResets).values({ codeHash, userId, mailed, createdAt: now, expiresAt });
  return { code, expiresAt };
}

export type ResetStatus = "open" | "used" | "expired" | "invalid";

export async function readResetStatus(
  db: Database | Transaction,
  code: string,
  now = new Date(),
): Promise<ResetStatus> {
  const [row] = await db
    .select({
      usedAt: passwordResets.usedAt,
      isCurrent: sql<boolean>`${isCurrent(passwordResets, now)}`,
    })
    .from(passwordResets)
    .where(eq(passwordResets.codeHash, hashCode(code)));
  if (row === undefined) return "invalid";
  if (row.usedAt !== null) return "used";
  return row.isCurrent ? "open" : "expired";
}

/**
 * Ends all sessions, tokens, trusted browsers and other links of the user. A mailed link proves the
 * email address, so unproven identities end too, and with the first proof the passkeys from before
 * it. Throws `Forbidden` with the reason.
 */
export async function resetPassword(
  { db, hasher }: { db: Database; hasher: PasswordHasher },
  code: string,
  newPassword: string,
  now = new Date(),
): Promise<{ userId: string; email: string; mailed: boolean }> {
  // Avoids a needless hash; the conditional update decides.
  await requireOpen(db, code, now);
  const passwordHash = await hasher.hash(newPassword);
  return db.transaction(async (tx) => {
    const ofLink = eq(passwordResets.codeHash, hashCode(code));
    // The user's row first, as in every other change of an account, so that none can deadlock.
    const [user] = await tx
      .select({
        id: users.id,
        email: users.email,
        disabledAt: users.disabledAt,
        emailProvenAt: users.emailProvenAt,
      })
      .from(users)
      .innerJoin(passwordResets, eq(passwordResets.userId, users.id))
      .where(ofLink)
      .for("update", { of: users });
    const [link] = await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(and(ofLink, isNull(passwordResets.usedAt), isCurrent(passwordResets, now)))
      .returning({ mailed: passwordResets.mailed });
    if (link === undefined || user === undefined || user.email === null) {
      await requireOpen(tx, code, now);
      throw new Forbidden("reset.invalid");
    }
    if (user.disabledAt !== null) throw new Forbidden("account.disabled");
    const { mailed } = link;
    const userId = user.id;
    await tx
      .insert(credentials)
      .values({ userId, passwordHash, updatedAt: now })
      .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, updatedAt: now } });
    await revokeOtherSessions(tx, userId);
    await revokeAllTokens(tx, userId);
    await endResets(tx, userId, now);
    await endSecondSteps(tx, userId);
    await tellUser(tx, userId, "passwordChanged");
    if (mailed) {
      if (user.emailProvenAt === null) await endPasskeys(tx, userId);
      await tx
        .update(users)
        .set({ emailProvenAt: sql`coalesce(${users.emailProvenAt}, now())` })
        .where(eq(users.id, userId));
      await tx
        .delete(identities)
        .where(and(eq(identities.userId, userId), isNull(identities.provenAt)));
    }
    await recordAudit(tx, { via: "page", userId }, { action: "password.reset", subjectId: userId });
    return { userId, email: user.email, mailed };
  });
}

export async function endResets(tx: Transaction, userId: string, now = new Date()): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
}

export async function deleteOldResets(db: Database): Promise<void> {
  await db
    .delete(passwordResets)
    .where(lt(passwordResets.expiresAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}

async function requireOpen(db: Database | Transaction, code: string, now: Date): Promise<void> {
  const status = await readResetStatus(db, code, now);
  if (status !== "open") throw new Forbidden(`reset.${status}`);
}
