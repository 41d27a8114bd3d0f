import { and, eq } from "drizzle-orm";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { Database, Transaction } from "~db/client.server";
import { credentials, identities, users } from "~db/schema";
import { createAccount } from "~/features/accounts/create-account.server";
import { emailKey, emailSchema } from "~/features/accounts/credentials";
import { openSession, revokeOtherSessions, type Client } from "~/features/accounts/sessions.server";
import type { OpenedSession } from "~/features/accounts/sign-up.server";

export type IdentitySignIn =
  | ({ kind: "signed-in"; isNew: boolean } & OpenedSession)
  /** The provider told no usable address. */
  | { kind: "no-email" }
  /** The address has an account here and the provider does not vouch for the address. */
  | { kind: "unverified" };

/**
 * Signs in by a provider's identity. A known identity is its account, whatever its address is now. An unknown one is joined to the account of
 * its address only when the provider vouches for the address; the account's password and sessions, which nobody ever proved, end with
 * that (account pre-hijacking, arXiv 2205.10174). Otherwise account, profile and identity are created in one transaction.
 */
export async function signInWithIdentity(
  db: Database,
  identity: ProviderIdentity,
  client: Client,
): Promise<IdentitySignIn> {
  return db.transaction(async (tx) => {
    const known = await accountOfIdentity(tx, identity);
    if (known !== null) return signedIn(tx, known, false, client);

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
      await remember(tx, identity, sameAddress.id);
      return signedIn(tx, sameAddress.id, false, client);
    }

    const name = displayName(identity, email.data);
    const userId = await createAccount(tx, {
      email: email.data,
      userName: name,
      name: identity.givenName ?? name,
      lastName: identity.familyName,
      avatarUrl: identity.avatarUrl,
    });
    // Somebody created the account between the two statements; what they proved is unknown, so the person starts again.
    if (userId === null) return { kind: "unverified" };
    await remember(tx, identity, userId);
    return signedIn(tx, userId, true, client);
  });
}

async function accountOfIdentity(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
): Promise<string | null> {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

async function remember(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
  userId: string,
): Promise<void> {
  await tx.insert(identities).values({ issuer, subject, userId }).onConflictDoNothing();
}

async function signedIn(
  tx: Transaction,
  userId: string,
  isNew: boolean,
  client: Client,
): Promise<IdentitySignIn> {
  const session = await openSession(tx, userId, client);
  return { kind: "signed-in", isNew, userId, sessionId: session.id, expiresAt: session.expiresAt };
}

/** At least three characters, as profiles ask for. */
function displayName({ name, givenName }: ProviderIdentity, email: string): string {
  const candidates = [name, givenName, email.split("@")[0]].map(
    (text) => text?.replaceAll("\0", "").trim().slice(0, 64) ?? "",
  );
  return candidates.find((text) => [...text].length >= 3) ?? "New member";
}
