import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { ProviderProblem } from "~/providers/openid/provider-problem";
import { takeTextLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { identities, users } from "~db/schema";
import { visibleLength } from "~/i18n/name-text";
import { Forbidden } from "~/errors/app-error";
import { createAccount } from "~/features/accounts/create-account.server";
import { emailKey, emailSchema } from "~/features/accounts/credentials";
import {
  applyInvitation,
  requireSignUpAccess,
  type SignUpAccess,
} from "~/features/accounts/invitations/sign-up-access.server";
import type { Client } from "~/features/accounts/sessions.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import {
  lockedAccountColumns,
  provesEmail,
  recordEmailProof,
  type LockedAccount,
} from "./email-proof.server";
import { openSession, type SecondStep } from "./open-session.server";

export type IdentitySignIn =
  | ({ kind: "signed-in"; isNew: boolean } & CreatedSession)
  | SecondStep
  /** The provider sent no usable email address. */
  | { kind: "no-email"; problem: ProviderProblem }
  /** The email address has an account, but the provider has not verified it. */
  | { kind: "unverified"; problem: ProviderProblem }
  /** The email address has an account, and the operator trusts no address of the provider. */
  | { kind: "untrusted" }
  /** The account already has another proven identity of the provider. */
  | { kind: "not-linked" }
  | { kind: "disabled" }
  | { kind: "no-sign-up" };

/**
 * Looks up issuer and subject. An unknown identity joins the account of its email address if the
 * provider verified that and has not proven another identity for the account. Otherwise creates an
 * account, if sign-ups allow it.
 */
export async function signInWithIdentity(
  db: Database,
  identity: ProviderIdentity,
  client: Client,
  access: SignUpAccess,
): Promise<IdentitySignIn> {
  return refusingSignUp(
    db.transaction(async (tx) => {
      await lockIdentity(tx, identity);
      return signInLocked(tx, identity, client, access);
    }),
  );
}

async function signInLocked(
  tx: Transaction,
  identity: ProviderIdentity,
  client: Client,
  access: SignUpAccess,
): Promise<IdentitySignIn> {
  const existing = await lockAccountOf(tx, identity);
  if (existing !== null) {
    if (existing.disabledAt !== null) return { kind: "disabled" };
    if (provesEmail(identity, existing)) await recordEmailProof(tx, existing, identity);
    return createSignIn(tx, existing.id, false, client);
  }

  const email = emailSchema.safeParse(identity.email);
  if (!email.success) {
    const sent = identity.email === null ? "none" : "unusable";
    return { kind: "no-email", problem: { kind: "no-email", sent, taken: "" } };
  }
  const [sameAddress] = await tx
    .select(lockedAccountColumns)
    .from(users)
    .where(eq(users.emailKey, emailKey(email.data)))
    .for("update");
  if (sameAddress !== undefined) {
    if (!identity.trustsEmail) return { kind: "untrusted" };
    if (!identity.emailVerified) {
      const sent = identity.emailVerifiedSent;
      return { kind: "unverified", problem: { kind: "unverified", sent, taken: "true" } };
    }
    if (sameAddress.disabledAt !== null) return { kind: "disabled" };
    if (await hasOtherProvenIdentity(tx, sameAddress.id, identity)) return { kind: "not-linked" };
    await insertIdentity(tx, identity, sameAddress.id);
    await recordEmailProof(tx, sameAddress, identity);
    return createSignIn(tx, sameAddress.id, false, client);
  }

  await requireSignUpAccess(tx, access);
  const name = displayName(identity, email.data);
  const userId = await createAccount(tx, {
    email: email.data,
    userName: name,
    name: identity.givenName ?? name,
    lastName: identity.familyName,
    avatarUrl: identity.avatarUrl,
  });
  // Another request created an account with the email address: it is visible now.
  if (userId === null) return signInLocked(tx, identity, client, access);
  await applyInvitation(tx, userId, access);
  await insertIdentity(tx, identity, userId);
  const account = {
    id: userId,
    emailKey: emailKey(email.data),
    emailProvenAt: null,
    disabledAt: null,
  };
  if (identity.emailVerified) await recordEmailProof(tx, account, identity);
  return createSignIn(tx, userId, true, client);
}

/** Makes concurrent sign-ins and links of one identity wait for each other. */
export async function lockIdentity(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
): Promise<void> {
  await takeTextLock(tx, "identity", JSON.stringify([issuer, subject]));
}

/** Access is refused before the account is made, or when its invitation is used up meanwhile. */
function refusingSignUp(signingIn: Promise<IdentitySignIn>): Promise<IdentitySignIn> {
  return signingIn.catch((error: unknown) => {
    if (error instanceof Forbidden) return { kind: "no-sign-up" };
    throw error;
  });
}

/** Checks again after locking, since the identity may have been removed. */
async function lockAccountOf(
  tx: Transaction,
  identity: ProviderIdentity,
): Promise<LockedAccount | null> {
  const ownerId = await findOwnerId(tx, identity);
  if (ownerId === null) return null;
  const [account] = await tx
    .select(lockedAccountColumns)
    .from(users)
    .where(eq(users.id, ownerId))
    .for("update");
  return account !== undefined && (await findOwnerId(tx, identity)) === ownerId ? account : null;
}

async function findOwnerId(
  tx: Transaction,
  { issuer, subject }: ProviderIdentity,
): Promise<string | null> {
  const [row] = await tx
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

async function hasOtherProvenIdentity(
  tx: Transaction,
  userId: string,
  { issuer, subject }: ProviderIdentity,
): Promise<boolean> {
  const [other] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(
      and(
        eq(identities.userId, userId),
        eq(identities.issuer, issuer),
        ne(identities.subject, subject),
        isNotNull(identities.provenAt),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Returns the id of the account that has the identity, which may be another one. */
export async function insertIdentity(
  tx: Transaction,
  identity: ProviderIdentity,
  userId: string,
): Promise<string | null> {
  const { issuer, subject, email } = identity;
  const [inserted] = await tx
    .insert(identities)
    .values({ issuer, subject, userId, email })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return inserted?.userId ?? findOwnerId(tx, identity);
}

async function createSignIn(
  tx: Transaction,
  userId: string,
  isNew: boolean,
  client: Client,
): Promise<IdentitySignIn> {
  const opened = await openSession(tx, userId, client);
  return opened.kind === "signed-in" ? { ...opened, isNew } : opened;
}

/** The profile's minimum is three characters. */
function displayName({ name, givenName }: ProviderIdentity, email: string): string {
  const candidates = [name, givenName, email.split("@")[0]].map(
    (text) => text?.replaceAll("\0", "").trim().slice(0, 64) ?? "",
  );
  return candidates.find((text) => visibleLength(text) >= 3) ?? "New member";
}
