import { zodMessage } from "~/i18n/error-message";
import { createHash, randomBytes } from "node:crypto";
import {
  and,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database, Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { channels, preferences, profiles, sessions, users } from "~db/schema";
import { unreadCountOf } from "~/features/notifications/port";
import { readUse, type HouseholdSession } from "./household/session-lock.server";
import { sessionUserColumns, toSessionUser, type SessionUser } from "./session-user.server";

const SESSION_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** The `confirmedAt` of a session without a proof of who the user is, as after a switch. */
export const NEVER_CONFIRMED = new Date(0);

export interface Client {
  device: string;
  address: string;
  key: string;
  /** What the browser shows in place of a second factor. */
  trustedCodes?: readonly string[];
}

export interface Session extends HouseholdSession {
  /** The account that signed in, or another profile of its household that watches. */
  user: SessionUser;
  /** Whether the device locks when it is not used, and then asks who is watching. */
  asksProfile: boolean;
  createdAt: Date;
  /** The sign-in, or a later password confirmation. */
  confirmedAt: Date;
  /** The last code of the second factor, or passkey, in this session; null without one. */
  codeConfirmedAt: Date | null;
  expiresAt: Date;
  flashMessage: unknown;
  /** The ids of other profiles for which what is watched counts, too. */
  alsoWatching: readonly string[];
  /** How many unread notifications the user sees, counted up to 100; 0 for an API token. */
  unreadNotices: number;
  /** Renewed with each change of the user's list; empty for an API token. */
  listVersion: string;
}

interface NewSession {
  /** Whether a code of the second factor or a passkey was given. */
  byCode?: boolean;
  /** The profile that watches, if it is not that of the account which signed in. */
  profileId?: string | null;
  /** The last proof of who the user is; by default the sign-in that opens the session. */
  confirmedAt?: Date | null;
  asksProfile?: boolean;
}

/** What a session's id opens. Nothing of the user is read of a locked session. */
export type FoundSession =
  | { kind: "open"; session: Session & { isRenewalDue: boolean } }
  | { kind: "locked"; session: HouseholdSession };

/** Returns the 256-bit id; only its hash is stored. */
export async function createSession(
  db: Database | Transaction,
  userId: string,
  client: Client,
  now = new Date(),
  { byCode = false, profileId = null, confirmedAt = null, asksProfile = false }: NewSession = {},
): Promise<{ id: string; expiresAt: Date }> {
  const id = randomBytes(32).toString("base64url");
  const expiresAt = expiryAfter(now);
  await db.insert(sessions).values({
    idHash: hashSessionId(id),
    userId,
    profileId,
    asksProfile,
    device: prepared(sql`${client.device}`),
    address: client.address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
    confirmedAt,
    codeConfirmedAt: byCode ? now : null,
  });
  return { id, expiresAt };
}

/**
 * Returns null for a session that is unknown, expired or of a disabled user. In the session of
 * another account, a user is a member until they have proven who they are. If `isRenewalDue`,
 * `expiresAt` is what `renewSession` will store.
 */
export async function findSession(
  db: Database,
  id: string,
  now = new Date(),
): Promise<FoundSession | null> {
  const idHash = hashSessionId(id);
  const accounts = alias(users, "accounts");
  const [row] = await db
    .select({
      session: sessions,
      ...sessionUserColumns,
      unreadNotices: unreadCountOf(users.id),
      householdId: sql<string>`coalesce(${accounts.householdId}, ${accounts.id})`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.userId))
    .innerJoin(users, eq(users.id, sql`coalesce(${sessions.profileId}, ${sessions.userId})`))
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(
      prepared(
        and(
          eq(sessions.idHash, idHash),
          gt(sessions.expiresAt, now),
          isNull(users.disabledAt),
          isNull(accounts.disabledAt),
        ),
      ),
    );
  if (row === undefined) return null;
  const { householdId } = row;
  const { isLocked, isRenewalDue } = readUse(row.session, now);
  if (isLocked) return { kind: "locked", session: { idHash, householdId } };
  const confirmedAt = row.session.confirmedAt ?? row.session.createdAt;
  const user = toSessionUser(row);
  const isUnproven =
    row.session.profileId !== null && confirmedAt.getTime() === NEVER_CONFIRMED.getTime();
  const session = {
    idHash,
    householdId,
    asksProfile: row.session.asksProfile,
    createdAt: row.session.createdAt,
    confirmedAt,
    codeConfirmedAt: row.session.codeConfirmedAt,
    expiresAt: isRenewalDue ? expiryAfter(now) : row.session.expiresAt,
    isRenewalDue,
    flashMessage: row.session.flashMessage,
    alsoWatching: row.session.alsoWatching,
    unreadNotices: row.unreadNotices,
    listVersion: row.user.listVersion,
    user: isUnproven ? { ...user, role: "member" as const } : user,
  };
  return { kind: "open", session };
}

/** The session, or null for one that `findSession` does not find or that is locked. */
export async function readSession(db: Database, id: string, now?: Date): Promise<Session | null> {
  const found = await findSession(db, id, now);
  return found?.kind === "open" ? found.session : null;
}

/** Renews a session. Returns false when it has ended. */
export async function renewSession(
  db: Database,
  { idHash, expiresAt }: Pick<Session, "idHash" | "expiresAt">,
  now = new Date(),
): Promise<boolean> {
  const renewed = await db
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt })
    .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, now)))
    .returning({ idHash: sessions.idHash });
  return renewed.length > 0;
}

/** Records a proof of who the user is; `byCode` if it has shown a second factor, too. */
export async function confirmSession(
  db: Database | Transaction,
  idHash: string,
  { byCode = false, now = new Date() } = {},
): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: now, ...(byCode ? { codeConfirmedAt: now } : {}) })
    .where(eq(sessions.idHash, idHash));
}

export async function setFlashMessage(
  db: Database,
  idHash: string,
  flashMessage: Record<string, unknown> | null,
): Promise<void> {
  await db.update(sessions).set({ flashMessage }).where(eq(sessions.idHash, idHash));
}

export async function deleteSession(db: Database | Transaction, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hashSessionId(id)));
}

/** `key` identifies the session but cannot sign in. */
export interface SessionEntry {
  key: string;
  /** The name of the profile that watches, if it is not that of the account which signed in. */
  profileName: string | null;
  asksProfile: boolean;
  device: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
}

export const sessionKeySchema = z.object({
  key: z.string().regex(/^[\w-]{43}$/, zodMessage("account.sessionKey")),
});

export async function listSessions(
  db: Database,
  userId: string,
  now = new Date(),
): Promise<SessionEntry[]> {
  return db
    .select({
      key: sessions.idHash,
      profileName: profiles.name,
      asksProfile: sessions.asksProfile,
      device: sessions.device,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .leftJoin(profiles, eq(profiles.userId, sessions.profileId))
    .where(and(isOf(userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100);
}

export async function revokeSession(db: Database, userId: string, key: string): Promise<void> {
  await db.delete(sessions).where(and(isOf(userId), eq(sessions.idHash, key)));
}

/** Ends the sessions of a user, also those that a switch of the profile opens at the same time. */
export function endOtherSessions(db: Database, userId: string, exceptKey: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    return revokeOtherSessions(tx, userId, exceptKey);
  });
}

/** Ends the sessions in which these accounts show other profiles, or are shown by others. */
export async function endShowingSessions(tx: Transaction, accountIds: string[]): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        isNotNull(sessions.profileId),
        or(inArray(sessions.userId, accountIds), inArray(sessions.profileId, accountIds)),
      ),
    );
}

/** The user's row has to be locked. */
export async function revokeOtherSessions(
  tx: Transaction,
  userId: string,
  exceptKey?: string,
): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(isOf(userId), exceptKey === undefined ? undefined : ne(sessions.idHash, exceptKey)))
    .returning({ key: sessions.idHash });
  return ended.length;
}

/**
 * Deletes sessions that have expired, except those whose browser still shows notifications, and
 * shortens those that outlast their lifetime since the clock was set back.
 */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  const latest = sql`now() + make_interval(secs => ${SESSION_LIFETIME_SECONDS})`;
  const showsNotifications = exists(
    db.select().from(channels).where(eq(channels.sessionHash, sessions.idHash)),
  );
  await db.delete(sessions).where(and(lt(sessions.expiresAt, sql`now()`), not(showsNotifications)));
  await db.update(sessions).set({ expiresAt: latest }).where(gt(sessions.expiresAt, latest));
}

/** The condition of sessions that the user signed in to or watches in. */
export function isOf(userId: string): SQL | undefined {
  return or(eq(sessions.userId, userId), eq(sessions.profileId, userId));
}

function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1000);
}

function hashSessionId(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
