import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import {
  sessionUserColumns,
  toSessionUser,
  type SessionUser,
} from "~/features/accounts/session-user.server";
import type { Database } from "~db/client.server";
import { calendarLinks, preferences, profiles, users } from "~db/schema";

/** A code of 256 bits in base64url. */
const CODE = /^[\w-]{43}$/;
const TOUCH_INTERVAL_MS = 60_000;

interface CalendarLink {
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Replaces the user's link. Only the code's hash is stored. */
export async function createCalendarLink(db: Database, userId: string): Promise<string> {
  const { code, codeHash } = createCode();
  const renewed = { codeHash, createdAt: sql`now()`, lastUsedAt: null };
  await db
    .insert(calendarLinks)
    .values({ userId, codeHash })
    .onConflictDoUpdate({ target: calendarLinks.userId, set: renewed });
  return code;
}

export async function getCalendarLink(db: Database, userId: string): Promise<CalendarLink | null> {
  const [link] = await db
    .select({ createdAt: calendarLinks.createdAt, lastUsedAt: calendarLinks.lastUsedAt })
    .from(calendarLinks)
    .where(eq(calendarLinks.userId, userId));
  return link ?? null;
}

/** Revokes the link, whose URL stops working at once. */
export async function revokeCalendarLink(db: Database, userId: string): Promise<void> {
  await db.delete(calendarLinks).where(eq(calendarLinks.userId, userId));
}

export interface CalendarReader {
  user: SessionUser;
  preferencesChangedAt: Date;
}

/** Returns null for an unknown or revoked code and a disabled account. Records the use. */
export async function readCalendarLink(
  db: Database,
  code: string,
  now = new Date(),
): Promise<CalendarReader | null> {
  if (!CODE.test(code)) return null;
  const [row] = await db
    .select({ link: calendarLinks, ...sessionUserColumns })
    .from(calendarLinks)
    .innerJoin(users, eq(users.id, calendarLinks.userId))
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(and(eq(calendarLinks.codeHash, hashCode(code)), isNull(users.disabledAt)));
  if (row === undefined) return null;
  const usedBefore = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  await db
    .update(calendarLinks)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(calendarLinks.codeHash, row.link.codeHash),
        or(isNull(calendarLinks.lastUsedAt), lt(calendarLinks.lastUsedAt, usedBefore)),
      ),
    );
  return { user: toSessionUser(row), preferencesChangedAt: row.preferences.updatedAt };
}
