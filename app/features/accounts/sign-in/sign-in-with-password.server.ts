import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { emailKey, type SignInInput } from "~/features/accounts/credentials";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import { openSession, type Client } from "~/features/accounts/sessions.server";
import type { AttemptOutcome, SignInThrottle } from "./sign-in-throttle";
import type { OpenedSession } from "~/features/accounts/sign-up.server";

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
}

/**
 * Signs in by address and password, with a fresh session each time. Null for a wrong password and for an unknown address alike, after
 * the same work. Throws `Busy` when too many passwords wait to be checked.
 */
export async function signInWithPassword(
  { db, hasher, throttle }: Tools,
  input: SignInInput,
  client: Client,
): Promise<OpenedSession | null> {
  const key = emailKey(input.email);
  const leave = await throttle.enter(key, client.key);
  let outcome: AttemptOutcome = "unknown";
  try {
    const [known] = await db
      .select({ userId: users.id, passwordHash: credentials.passwordHash })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(eq(users.emailKey, key));
    const matches = await hasher.matches(input.password, known?.passwordHash ?? null);
    const opened = matches && known !== undefined ? await openFor(db, known, client) : null;
    outcome = opened === null ? "failed" : "succeeded";
    return opened;
  } finally {
    leave(outcome);
  }
}

/** The check takes a while, in which the password may have been dropped or the account deleted. What was dropped then opens nothing. */
function openFor(
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  client: Client,
): Promise<OpenedSession | null> {
  return db.transaction(async (tx) => {
    const [still] = await tx
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, passwordHash)))
      .for("share");
    if (still === undefined) return null;
    const session = await openSession(tx, userId, client);
    return { userId, sessionId: session.id, expiresAt: session.expiresAt };
  });
}
