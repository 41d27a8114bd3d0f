import { and, eq, sql, type SQL } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { credentials, users } from "~db/schema";
import { emailKey, isUserName, type SignInInput } from "~/features/accounts/credentials";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { Client } from "~/features/accounts/sessions.server";
import type { AttemptOutcome } from "./failure-counts";
import { openSession, type OpenedSignIn } from "./open-session.server";
import type { SignInThrottle } from "./sign-in-throttle";

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
}

/**
 * Returns null for a wrong password and, after the same work, for an email address or user name
 * that no account has, or a name that several have. Throws `Forbidden` for the right password of a
 * disabled account, `Busy` when too many attempts are queued.
 */
export async function signInWithPassword(
  { db, hasher, throttle }: Tools,
  input: SignInInput,
  client: Client,
): Promise<OpenedSignIn | null> {
  const isNamed = isUserName(input.login);
  // Failures by name and by address are counted apart: a shared count would link the two.
  const key = isNamed ? await foldName(db, input.login) : emailKey(input.login);
  const leave = await throttle.enter(key, client.key);
  let outcome: AttemptOutcome = "unknown";
  try {
    const account = await findAccount(
      db,
      isNamed
        ? sql`lower(normalize(${users.userName})) = ${key} AND ${users.emailKey} IS NOT NULL`
        : eq(users.emailKey, key),
    );
    const passwordHash = account?.passwordHash ?? null;
    const matches = await hasher.matches(input.password, passwordHash);
    const opened =
      matches && account !== undefined && passwordHash !== null
        ? await openSessionFor(db, { userId: account.userId, passwordHash }, client)
        : null;
    outcome = opened === null ? "failed" : "succeeded";
    return opened;
  } finally {
    await leave(outcome);
  }
}

/** PostgreSQL folds names, so that spellings that find one account share its count of failures. */
async function foldName(db: Database, name: string): Promise<string> {
  const [row] = await db.execute<{ key: string }>(sql`SELECT lower(normalize(${name})) AS key`);
  return row?.key ?? name;
}

/** Returns the only account that matches, with its password if it has one. */
async function findAccount(db: Database, condition: SQL) {
  const accounts = await db
    .select({ userId: users.id, passwordHash: credentials.passwordHash })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(prepared(condition))
    .limit(2);
  return accounts.length === 1 ? accounts[0] : undefined;
}

/** Checks again, since the password or the account may have been deleted during the comparison. */
function openSessionFor(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  client: Client,
): Promise<OpenedSignIn | null> {
  return db.transaction(async (tx) => {
    const [still] = await tx
      .select({ disabledAt: users.disabledAt })
      .from(credentials)
      .innerJoin(users, eq(users.id, credentials.userId))
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash)))
      .for("share");
    if (still === undefined) return null;
    if (still.disabledAt !== null) throw new Forbidden("account.disabled");
    return openSession(tx, userId, client);
  });
}
