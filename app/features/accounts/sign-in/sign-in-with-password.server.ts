import { and, eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { emailKey, type SignInInput } from "~/features/accounts/credentials";
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
 * Returns null for a wrong password and, after the same work, for an unknown email address. Throws
 * `Forbidden` for the right password of a disabled account, `Busy` when too many attempts are
 * queued.
 */
export async function signInWithPassword(
  { db, hasher, throttle }: Tools,
  input: SignInInput,
  client: Client,
): Promise<OpenedSignIn | null> {
  const key = emailKey(input.email);
  const leave = await throttle.enter(key, client.key);
  let outcome: AttemptOutcome = "unknown";
  try {
    const [account] = await db
      .select({ userId: users.id, passwordHash: credentials.passwordHash })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.emailKey, key));
    const matches = await hasher.matches(input.password, account?.passwordHash ?? null);
    const opened =
      matches && account !== undefined ? await openSessionFor(db, account, client) : null;
    outcome = opened === null ? "failed" : "succeeded";
    return opened;
  } finally {
    await leave(outcome);
  }
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
