import { and, eq, sql } from "drizzle-orm";
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
  // A name and an address are counted apart, so that nobody learns whose address belongs to a name.
  const key = emailKey(input.login);
  const leave = await throttle.enter(key, client.key);
  let outcome: AttemptOutcome = "unknown";
  try {
    const { userId, passwordHash } = await findAccount(db, input.login);
    const matches = await hasher.matches(input.password, passwordHash);
    const opened =
      matches && userId !== null && passwordHash !== null
        ? await openSessionFor(db, { userId, passwordHash }, client)
        : null;
    outcome = opened === null ? "failed" : "succeeded";
    return opened;
  } finally {
    await leave(outcome);
  }
}

interface FoundAccount {
  userId: string | null;
  passwordHash: string | null;
}

/** The account of an email address, or the only one of a user name. */
async function findAccount(db: Database, login: string): Promise<FoundAccount> {
  const isNamed = isUserName(login);
  const accounts = await db
    .select({ userId: users.id, passwordHash: credentials.passwordHash })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(
      prepared(
        isNamed
          ? sql`lower(normalize(${users.userName})) = lower(normalize(${login}))`
          : eq(users.emailKey, emailKey(login)),
      ),
    )
    .limit(2);
  const [account] = accounts;
  return account === undefined || accounts.length > 1
    ? { userId: null, passwordHash: null }
    : account;
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
