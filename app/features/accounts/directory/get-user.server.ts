import { and, count, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { NotFound } from "~/errors/app-error";
import { isManagedBy } from "~/features/accounts/household/list-profiles.server";
import { isOf } from "~/features/accounts/sessions.server";
import type { Database } from "~db/client.server";
import {
  credentials,
  identities,
  personalTokens,
  sessions,
  uploads,
  users,
  watchListEntries,
} from "~db/schema";
import { lastSeen, type UserEntry } from "./search-users.server";

export interface UserDetails extends UserEntry {
  isEmailProven: boolean;
  hasPassword: boolean;
  providers: string[];
  invitedBy: { id: string; name: string } | null;
  /** The managed profiles of its household. */
  managed: { id: string; name: string }[];
  sessions: number;
  tokens: number;
  listEntries: number;
  uploadBytes: number;
}

/** Throws `NotFound` for an unknown or malformed id. */
export async function getUser(db: Database, id: string): Promise<UserDetails> {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new NotFound("user.notFound");
  const inviters = alias(users, "inviters");
  const accounts = alias(users, "accounts");
  const [row] = await db
    .select({
      user: users,
      inviter: { id: inviters.id, name: inviters.userName },
      account: { id: accounts.id, name: accounts.userName },
      passwordSetAt: credentials.updatedAt,
      lastSeenAt: lastSeen(),
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(inviters, eq(inviters.id, users.invitedBy))
    .leftJoin(accounts, eq(accounts.id, users.householdId))
    .where(eq(users.id, id));
  if (row === undefined) throw new NotFound("user.notFound");
  const [providers, [open], [tokens], [entries], [stored], managed] = await Promise.all([
    db
      .selectDistinct({ issuer: identities.issuer })
      .from(identities)
      .where(eq(identities.userId, id)),
    db
      .select({ number: count() })
      .from(sessions)
      .where(and(isOf(id), gt(sessions.expiresAt, sql`now()`))),
    db.select({ number: count() }).from(personalTokens).where(eq(personalTokens.userId, id)),
    db.select({ number: count() }).from(watchListEntries).where(eq(watchListEntries.userId, id)),
    db
      .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float8` })
      .from(uploads)
      .where(eq(uploads.userId, id)),
    db
      .select({ id: users.id, name: users.userName })
      .from(users)
      .where(isManagedBy(id))
      .orderBy(users.createdAt, users.id),
  ]);
  const { user, inviter, account } = row;
  return {
    id: user.id,
    userName: user.userName,
    email: user.email,
    account,
    managed,
    role: user.role,
    disabledAt: user.disabledAt,
    createdAt: user.createdAt,
    lastSeenAt: row.lastSeenAt,
    isEmailProven: user.emailProvenAt !== null,
    hasPassword: row.passwordSetAt !== null,
    providers: providers.map(({ issuer }) => issuer),
    invitedBy: inviter,
    sessions: open?.number ?? 0,
    tokens: tokens?.number ?? 0,
    listEntries: entries?.number ?? 0,
    uploadBytes: stored?.bytes ?? 0,
  };
}
