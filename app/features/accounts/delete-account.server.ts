import { eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { emailKey } from "./credentials";
import type { PasswordHasher } from "./password/password-hasher.server";
import type { Session } from "./sessions.server";
import type { AttemptOutcome, SignInThrottle } from "./sign-in/sign-in-throttle";

/** A more recent sign-in needs no password. */
const RECENT_SIGN_IN_SECONDS = 10 * 60;

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  now?: Date;
}

/**
 * Deletes the account and all its rows. Throws `Forbidden` for a wrong password, and without a
 * password or a recent sign-in.
 */
export async function deleteAccount(
  { db, hasher, throttle, now = new Date() }: Tools,
  session: Session,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) await requirePassword({ db, hasher, throttle }, session, password);
  else if (now.getTime() - session.createdAt.getTime() >= RECENT_SIGN_IN_SECONDS * 1000)
    throw new Forbidden("account.deleteNeedsProof");
  await db.delete(users).where(eq(users.id, session.user.id));
}

/** Throttled, since a stolen session could be used to guess the password. */
async function requirePassword(
  { db, hasher, throttle }: Tools,
  { idHash, user }: Session,
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
  if (outcome === "failed") throw new Forbidden("account.wrongPassword");
}
