import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, Transaction } from "~db/client.server";
import { preferences, profiles, sessions, users } from "~db/schema";

/** A session lives this long after its last use. */
const SESSION_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** Use is written down at most this often: reading a page should not cost a write. */
const TOUCH_EVERY_SECONDS = 60 * 60;

/** Where a session is opened from: device and address are for the person's own list. */
export interface Client {
  device: string;
  address: string;
  /** What counts as one client where attempts are counted. */
  key: string;
}

/** The signed-in person as the request needs them: what pages show and what the API answers about a session. */
export interface SessionUser {
  id: string;
  email: string;
  userName: string;
  name: string;
  avatarUrl: string | null;
  bannerImage: string | null;
  preferences: {
    enfasiscolor: string;
    parentalControl: boolean;
    trackSearchHistory: boolean;
    site: Record<string, unknown>;
  };
}

export interface ReadSession {
  user: SessionUser;
  idHash: string;
  createdAt: Date;
  expiresAt: Date;
  /** What the next page has to say about a form that was sent; null for nothing. */
  note: unknown;
}

/** Opens a session and returns its id, 256 bits of it: the only time that the id exists outside the person's cookie. */
export async function openSession(
  db: Database | Transaction,
  userId: string,
  client: Client,
  now = new Date(),
): Promise<{ id: string; expiresAt: Date }> {
  const id = randomBytes(32).toString("base64url");
  const expiresAt = expiry(now);
  await db
    .insert(sessions)
    .values({
      idHash: hashOf(id),
      userId,
      device: client.device,
      address: client.address,
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
    });
  return { id, expiresAt };
}

/**
 * The session of an id with its person, in one query, or null when there is none or it has expired. `renewed` says that its life was
 * extended just now, so the cookie should be too.
 */
export async function readSession(
  db: Database,
  id: string,
  now = new Date(),
): Promise<(ReadSession & { renewed: boolean }) | null> {
  const idHash = hashOf(id);
  const [row] = await db
    .select({ session: sessions, user: users, profile: profiles, preferences })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(and(eq(sessions.idHash, idHash), gt(sessions.expiresAt, now)));
  if (row === undefined) return null;
  const renewed = now.getTime() - row.session.lastUsedAt.getTime() > TOUCH_EVERY_SECONDS * 1000;
  const expiresAt = renewed ? expiry(now) : row.session.expiresAt;
  if (renewed)
    await db
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt })
      .where(eq(sessions.idHash, idHash));
  return {
    idHash,
    createdAt: row.session.createdAt,
    expiresAt,
    renewed,
    note: row.session.note,
    user: {
      id: row.user.id,
      email: row.user.email,
      userName: row.user.userName,
      name: row.profile.name,
      avatarUrl: row.user.avatarUrl,
      bannerImage: row.profile.bannerImage,
      preferences: {
        enfasiscolor: row.preferences.enfasiscolor,
        parentalControl: row.preferences.parentalControl,
        trackSearchHistory: row.preferences.trackSearchHistory,
        site: row.preferences.site,
      },
    },
  };
}

/** Leaves word in a session for its next page, in place of what was left before; null takes it away. */
export async function leaveNote(
  db: Database,
  idHash: string,
  note: Record<string, unknown> | null,
): Promise<void> {
  await db.update(sessions).set({ note }).where(eq(sessions.idHash, idHash));
}

/** Ends the session of an id. It is fine if there is none. */
export async function closeSession(db: Database | Transaction, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hashOf(id)));
}

/** One line of the person's list of sessions; `key` names it without being able to use it. */
export interface SessionLine {
  key: string;
  device: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** The request that names one of the person's sessions by its key. */
export const sessionKeySchema = z.object({
  key: z.string().regex(/^[\w-]{43}$/, "A session is named by its key."),
});

/** The person's living sessions, last used first. */
export async function listSessions(
  db: Database,
  userId: string,
  now = new Date(),
): Promise<SessionLine[]> {
  return db
    .select({
      key: sessions.idHash,
      device: sessions.device,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100);
}

/** Ends one of the person's sessions by its key. */
export async function revokeSession(db: Database, userId: string, key: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.idHash, key)));
}

/** Ends all of the person's sessions but the one named (none named: all). Returns how many ended. */
export async function revokeOtherSessions(
  db: Database | Transaction,
  userId: string,
  exceptKey?: string,
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        exceptKey === undefined ? undefined : ne(sessions.idHash, exceptKey),
      ),
    )
    .returning({ key: sessions.idHash });
  return ended.length;
}

/** Removes sessions that nobody can use any more. */
export async function forgetExpiredSessions(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1000);
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
