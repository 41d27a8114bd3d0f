import { and, eq } from "drizzle-orm";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { Database, Transaction } from "~db/client.server";
import { credentials, identities, users } from "~db/schema";
import { createAccount } from "~/features/accounts/create-account.server";
import { emailKey, emailSchema } from "~/features/accounts/credentials";
import {
  createSession,
  revokeOtherSessions,
  type Client,
} from "~/features/accounts/sessions.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";

export type IdentitySignIn =
  | ({ kind: "signed-in"; isNew: boolean } & CreatedSession)
  /** The provider sent no usable email address. */
  | { kind: "no-email" }
  /** The email address has an account, but the provider has not verified it. */
  | { kind: "unverified" };

/**
 * Finds the account by issuer and subject. An unknown identity is linked to the account of its
 * email address if the provider verified that; the account's password and sessions are deleted
 * against pre-hijacking (arXiv 2205.10174). Otherwise creates an account.
 */
export async function signInWithIdentity(
  db: Database,
  identity: ProviderIdentity,
  client: Client,
): Promise<IdentitySignIn> {
  return db.transaction(async (tx) => {
    const known = await findUserId(tx, identity);
    if (known !== null) return createSignIn(tx, known, false, client);

    const email = emailSchema.safeParse(identity.email);
    if (!email.success) return { kind: "no-email" };
    const [sameAddress] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.emailKey, emailKey(email.data)))
      .for("update");
    if (sameAddress !== undefined) {
      if (!identity.emailVerified) return { kind: "unverified" };
      await tx.delete(credentials).where(eq(credentials.userId, sameAddress.id));
      await revokeOtherSessions(tx, sameAddress.id);
      await insertIdentity(tx, identity, sameAddress.id);
      return createSignIn(tx, sameAddress.id, false, client);
    }

    const name = displayName(identity, email.data);
    const userId = await createAccount(tx, {
      email: email.data,
      userName: name,
      name: identity.givenName ?? name,
      lastName: identity.familyName,
      avatarUrl: identity.avatarUrl,
    });
    // Created concurrently by an unknown owner.
    if (userId === null) return { kind: "unverified" };
    await insertIdentity(tx, identity, userId);
    return createSignIn(tx, userId, true, client);
  });
}

async function findUserId(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
): Promise<string | null> {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

async function insertIdentity(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
  userId: string,
): Promise<void> {
  await tx.insert(identities).values({ issuer, subject, userId }).onConflictDoNothing();
}

async function createSignIn(
  tx: Transaction,
  userId: string,
  isNew: boolean,
  client: Client,
): Promise<IdentitySignIn> {
  const session = await createSession(tx, userId, client);
  return { kind: "signed-in", isNew, userId, sessionId: session.id, expiresAt: session.expiresAt };
}

/** The profile's minimum is three characters. */
function displayName({ name, givenName }: ProviderIdentity, email: string): string {
  const candidates = [name, givenName, email.split("@")[0]].map(
    (text) => text?.replaceAll("\0", "").trim().slice(0, 64) ?? "",
  );
  return candidates.find((text) => [...text].length >= 3) ?? "New member";
}
