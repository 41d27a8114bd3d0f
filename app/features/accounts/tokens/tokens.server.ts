import { createHash, randomBytes } from "node:crypto";
import { and, count, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { calendarLinks, personalTokens, preferences, profiles, users } from "~db/schema";
import { isManagedBy } from "~/features/accounts/household/list-profiles.server";
import { isCurrent } from "~/features/accounts/lifetime";
import {
  sessionUserColumns,
  toSessionUser,
  type SessionUser,
} from "~/features/accounts/session-user.server";
import type { TokenInput } from "./token-input";

const MAX_TOKENS = 50;
const PREFIX = "akari_";
/** A token of 256 bits in base64url. */
const TOKEN = /^akari_[\w-]{43}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Expired tokens stay listed this long, so that their users see why a program stopped. */
const RETENTION_DAYS = 30;
const TOUCH_INTERVAL_MS = 60_000;

export interface TokenEntry {
  id: string;
  name: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

const entryColumns = {
  id: personalTokens.id,
  name: personalTokens.name,
  scopes: personalTokens.scopes,
  createdAt: personalTokens.createdAt,
  expiresAt: personalTokens.expiresAt,
  lastUsedAt: personalTokens.lastUsedAt,
};

/** Stores only the token's hash. Throws `Conflict` for more than `MAX_TOKENS`. */
export function createToken(
  db: Database,
  userId: string,
  { name, scopes, expiresInDays = null }: TokenInput,
  now = new Date(),
): Promise<TokenEntry & { token: string }> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const [existing] = await tx
      .select({ tokens: count() })
      .from(personalTokens)
      .where(eq(personalTokens.userId, userId));
    if ((existing?.tokens ?? 0) >= MAX_TOKENS)
      throw new Conflict({ key: "token.tooMany", values: { max: MAX_TOKENS } });
    const token = PREFIX + randomBytes(32).toString("base64url");
    const [entry] = await tx
      .insert(personalTokens)
      .values({
        userId,
        name,
        scopes,
        tokenHash: hashToken(token),
        createdAt: now,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      })
      .returning(entryColumns);
    if (entry === undefined) throw new Error("The token was not inserted.");
    return { ...entry, token };
  });
}

/** Lists tokens, newest first, expired ones included. */
export function listTokens(db: Database, userId: string): Promise<TokenEntry[]> {
  return db
    .select(entryColumns)
    .from(personalTokens)
    .where(eq(personalTokens.userId, userId))
    .orderBy(desc(personalTokens.createdAt), personalTokens.id);
}

/** Throws `NotFound` unless the user has the token. */
export async function revokeToken(db: Database, userId: string, id: string): Promise<void> {
  const revoked = await db
    .delete(personalTokens)
    .where(and(eq(personalTokens.userId, userId), eq(personalTokens.id, id)))
    .returning({ id: personalTokens.id });
  if (revoked.length === 0) throw new NotFound("token.notFound");
}

/** Private calendar links and those of the account's managed profiles, too. */
export async function revokeAllTokens(db: Database | Transaction, userId: string): Promise<void> {
  const owners = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, userId), isManagedBy(userId)));
  await db.delete(personalTokens).where(inArray(personalTokens.userId, owners));
  await db.delete(calendarLinks).where(inArray(calendarLinks.userId, owners));
}

export async function deleteOldTokens(db: Database): Promise<void> {
  await db
    .delete(personalTokens)
    .where(lt(personalTokens.expiresAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}

export interface TokenOwner {
  id: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  householdId: string;
  user: SessionUser;
}

/** Returns null for an unknown, expired or revoked token. Records the use. */
export async function readToken(
  db: Database,
  token: string,
  now = new Date(),
): Promise<TokenOwner | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await db
    .select({ token: personalTokens, ...sessionUserColumns })
    .from(personalTokens)
    .innerJoin(users, eq(users.id, personalTokens.userId))
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(
      and(
        eq(personalTokens.tokenHash, hashToken(token)),
        or(isNull(personalTokens.expiresAt), isCurrent(personalTokens, now)),
        isNull(users.disabledAt),
      ),
    );
  if (row === undefined) return null;
  const { id, scopes, createdAt, expiresAt, lastUsedAt } = row.token;
  const usedBefore = new Date(now.getTime() - TOUCH_INTERVAL_MS);
  if (lastUsedAt === null || lastUsedAt < usedBefore)
    await db
      .update(personalTokens)
      .set({ lastUsedAt: sql`${now.toISOString()}::timestamptz` })
      .where(
        and(
          eq(personalTokens.id, id),
          or(isNull(personalTokens.lastUsedAt), lt(personalTokens.lastUsedAt, usedBefore)),
        ),
      );
  const householdId = row.user.householdId ?? row.user.id;
  return { id, scopes, createdAt, expiresAt, householdId, user: toSessionUser(row) };
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
