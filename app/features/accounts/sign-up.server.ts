import { eq } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { createAccount } from "./create-account.server";
import { emailKey, type SignUpInput } from "./credentials";
import type { OneAtATime } from "./sign-in/one-at-a-time";
import type { PasswordHasher } from "./password/password-hasher.server";
import { openSession, type Client } from "./sessions.server";

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  oneAtATime: OneAtATime;
}

/** What both ways of signing in answer: whose session it is, and the id for the cookie. */
export interface OpenedSession {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/**
 * Creates an account with a password and signs it in. Throws `Conflict` when the address has an account, which stays as it was, and
 * `Busy` when too many passwords wait to be hashed.
 */
export async function signUp(
  { db, hasher, oneAtATime }: Tools,
  input: SignUpInput,
  client: Client,
): Promise<OpenedSession> {
  const taken = () =>
    new Conflict("There is an account with this e-mail address already. Sign in instead.");
  const key = emailKey(input.email);
  return oneAtATime(key, async () => {
    // Asked before the expensive part, and decided by the unique column afterwards.
    const [known] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, key));
    if (known !== undefined) throw taken();
    const passwordHash = await hasher.hash(input.password);
    return db.transaction(async (tx) => {
      const userId = await createAccount(tx, {
        email: input.email,
        userName: input.userName,
        name: input.userName,
      });
      if (userId === null) throw taken();
      await tx.insert(credentials).values({ userId, passwordHash });
      const session = await openSession(tx, userId, client);
      return { userId, sessionId: session.id, expiresAt: session.expiresAt };
    });
  });
}
