import { eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { emailKey } from "./credentials";
import type { PasswordHasher } from "./password/password-hasher.server";
import type { ReadSession } from "./sessions.server";
import type { AttemptOutcome, SignInThrottle } from "./sign-in/sign-in-throttle";

/** A sign-in this young is proof enough that the person themselves asks. */
const FRESH_SIGN_IN_SECONDS = 10 * 60;

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  now?: Date;
}

/**
 * Removes the account and everything that hangs on it: profile, preferences, list, history, identities and every session. It takes the password,
 * or a fresh sign-in; a wrong password is refused in any case. Throws `Forbidden`.
 */
export async function deleteAccount(
  { db, hasher, throttle, now = new Date() }: Tools,
  session: ReadSession,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await requirePassword({ db, hasher, throttle }, session, password);
  else if (now.getTime() - session.createdAt.getTime() >= FRESH_SIGN_IN_SECONDS * 1000)
    throw new Forbidden("Enter your password, or sign in again, to delete your account.");
  await db.delete(users).where(eq(users.id, session.user.id));
}

/** Whoever holds somebody's open session must not guess their password here instead of at the sign-in. */
async function requirePassword(
  { db, hasher, throttle }: Tools,
  { idHash, user }: ReadSession,
  password: string,
): Promise<void> {
  const leave = await throttle.enter(emailKey(user.email), idHash);
  let outcome: AttemptOutcome = "unknown";
  try {
    const [known] = await db
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.userId, user.id));
    outcome = (await hasher.matches(password, known?.passwordHash ?? null))
      ? "succeeded"
      : "failed";
  } finally {
    leave(outcome);
  }
  if (outcome === "failed") throw new Forbidden("The password is wrong.");
}
