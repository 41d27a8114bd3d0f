import { eq } from "drizzle-orm";
import type { KeyedMutex } from "~/concurrency/keyed-mutex";
import { Conflict } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, users } from "~db/schema";
import { createAccount } from "./create-account.server";
import {
  applyInvitation,
  requireSignUpAccess,
  type SignUpMode,
} from "./invitations/sign-up-access.server";
import { emailKey, type SignUpInput } from "./credentials";
import type { PasswordHasher } from "./password/password-hasher.server";
import { createSession, type Client } from "./sessions.server";

interface Tools {
  db: Database;
  hasher: PasswordHasher;
  /** Locks an email address, so that concurrent sign-ups hash only one password. */
  signUpMutex: KeyedMutex;
  mode: SignUpMode;
}

export interface CreatedSession {
  userId: string;
  sessionId: string;
  expiresAt: Date;
}

/**
 * Throws `Forbidden` when sign-ups are closed or need an invitation, `Conflict` when the email
 * address is in use, `Busy` when too many passwords are queued.
 */
export async function signUp(
  { db, hasher, signUpMutex, mode }: Tools,
  input: SignUpInput,
  client: Client,
): Promise<CreatedSession> {
  const taken = () => new Conflict("account.emailTaken");
  const key = emailKey(input.email);
  const access = { mode, invitation: input.invitation };
  await requireSignUpAccess(db, access);
  return signUpMutex.run(key, async () => {
    // Avoids a needless hash; the unique index decides.
    const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.emailKey, key));
    if (existing !== undefined) throw taken();
    const passwordHash = await hasher.hash(input.password);
    return db.transaction(async (tx) => {
      const userId = await createAccount(tx, {
        email: input.email,
        userName: input.userName,
        name: input.userName,
      });
      if (userId === null) throw taken();
      await applyInvitation(tx, userId, access);
      await tx.insert(credentials).values({ userId, passwordHash });
      const session = await createSession(tx, userId, client);
      return { userId, sessionId: session.id, expiresAt: session.expiresAt };
    });
  });
}
