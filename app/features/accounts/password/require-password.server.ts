import { eq } from "drizzle-orm";
import { Forbidden, PasswordsOff } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials } from "~db/schema";
import { emailKey } from "~/features/accounts/credentials";
import type { Session } from "~/features/accounts/sessions.server";
import type { AttemptOutcome } from "~/features/accounts/sign-in/failure-counts";
import type { SignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import type { PasswordHasher } from "./password-hasher.server";

export interface PasswordTools {
  db: Database;
  hasher: PasswordHasher;
  throttle: SignInThrottle;
  passwords: boolean;
}

/** Throws `PasswordsOff` where the site has none. */
export function requirePasswords({ passwords }: Pick<PasswordTools, "passwords">): void {
  if (!passwords) throw new PasswordsOff();
}

/**
 * Returns the stored hash. Throttled, since a stolen session could be used to guess the password.
 * Throws `Forbidden`, also for a managed profile, which has no password, and `PasswordsOff`.
 */
export async function requirePassword(
  { db, hasher, throttle, passwords }: PasswordTools,
  { idHash, user }: Session,
  password: string,
): Promise<string> {
  requirePasswords({ passwords });
  if (user.email === null) throw new Forbidden("household.noSignIn");
  const leave = await throttle.enter(emailKey(user.email), idHash);
  let outcome: AttemptOutcome = "unknown";
  try {
    const [account] = await db
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.userId, user.id));
    outcome = (await hasher.matches(password, account?.passwordHash ?? null))
      ? "succeeded"
      : "failed";
    if (account !== undefined && outcome === "succeeded") return account.passwordHash;
    throw new Forbidden("account.wrongPassword");
  } finally {
    await leave(outcome);
  }
}
