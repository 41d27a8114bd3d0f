import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { emailKey, type SignInInput } from "./credentials";
import type { PasswordHasher } from "./password-hasher.server";
import { openSession, type Client } from "./sessions.server";
import type { SignInThrottle } from "./sign-in-throttle";
import type { OpenedSession } from "./sign-up.server";

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  /** Waits; tests replace it. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Signs in by address and password, with a fresh session each time. Null for a wrong password and for an unknown address alike, after
 * the same work. Throws `Busy` when too many passwords wait to be checked.
 */
export async function signInWithPassword({ db, hasher, throttle, wait = sleep }: Tools, input: SignInInput, client: Client): Promise<OpenedSession | null> {
  const key = emailKey(input.email);
  const delay = throttle.delayFor(key);
  if (delay > 0) await wait(delay);
  const [known] = await db
    .select({ userId: users.id, passwordHash: credentials.passwordHash })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.emailKey, key));
  if (!(await hasher.matches(input.password, known?.passwordHash ?? null)) || known === undefined) {
    throttle.failed(key);
    return null;
  }
  throttle.succeeded(key);
  const session = await openSession(db, known.userId, client);
  return { userId: known.userId, sessionId: session.id, expiresAt: session.expiresAt };
}
