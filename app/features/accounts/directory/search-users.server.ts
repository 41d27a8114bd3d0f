import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~db/client.server";
import { profiles, sessions, users } from "~db/schema";
import type { Role } from "~/features/accounts/roles/roles";

export const USERS_PER_PAGE = 50;

export interface UserSearch {
  query?: string;
  role?: Role | undefined;
  disabled?: boolean | undefined;
  page?: number;
}

export interface UserEntry {
  id: string;
  userName: string;
  /** A managed profile has none. It is in the household of `account`. */
  email: string | null;
  account: { id: string; name: string } | null;
  role: Role;
  disabledAt: Date | null;
  createdAt: Date;
  /** The last use of a session that still exists. */
  lastSeenAt: Date | null;
}

export async function searchUsers(
  db: Database,
  { query = "", role, disabled, page = 1 }: UserSearch,
): Promise<{ users: UserEntry[]; total: number; lastPage: number }> {
  const conditions = and(
    query.trim() === "" ? undefined : contains(query.trim()),
    role === undefined ? undefined : eq(users.role, role),
    disabled === undefined
      ? undefined
      : disabled
        ? isNotNull(users.disabledAt)
        : isNull(users.disabledAt),
  );
  const accounts = alias(users, "accounts");
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: users.id,
        userName: users.userName,
        email: users.email,
        account: { id: accounts.id, name: accounts.userName },
        role: users.role,
        disabledAt: users.disabledAt,
        createdAt: users.createdAt,
        lastSeenAt: lastSeen(),
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .leftJoin(accounts, eq(accounts.id, users.householdId))
      .where(conditions)
      .orderBy(desc(users.createdAt), users.id)
      .limit(USERS_PER_PAGE)
      .offset((page - 1) * USERS_PER_PAGE),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(conditions),
  ]);
  const total = counted?.total ?? 0;
  return { users: rows, total, lastPage: Math.max(1, Math.ceil(total / USERS_PER_PAGE)) };
}

export function lastSeen() {
  return sql<Date | null>`(
    SELECT max(${sessions.lastUsedAt}) FROM ${sessions}
    WHERE ${sessions.userId} = ${users.id} OR ${sessions.profileId} = ${users.id}
  )`.mapWith((text: string | Date | null) => (text === null ? null : new Date(text)));
}

function contains(text: string): SQL | undefined {
  const pattern = `%${text.normalize("NFC").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return or(
    sql`${users.emailKey} ilike ${pattern}`,
    sql`${users.userName} ilike ${pattern}`,
    sql`${profiles.name} ilike ${pattern}`,
  );
}
