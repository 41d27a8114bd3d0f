import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { Transaction } from "~db/client.server";
import { credentials, identities, users } from "~db/schema";
import { emailKey } from "~/features/accounts/credentials";
import { endPasskeys } from "~/features/accounts/passkeys/manage-passkeys.server";
import { endSecondSteps } from "~/features/accounts/second-factor/end-second-steps.server";
import { revokeOtherSessions } from "~/features/accounts/sessions.server";
import { revokeAllTokens } from "~/features/accounts/tokens/tokens.server";

export interface LockedAccount {
  id: string;
  emailKey: string | null;
  emailProvenAt: Date | null;
  disabledAt: Date | null;
}

export const lockedAccountColumns = {
  id: users.id,
  emailKey: users.emailKey,
  emailProvenAt: users.emailProvenAt,
  disabledAt: users.disabledAt,
};

export function provesEmail(identity: ProviderIdentity, account: LockedAccount): boolean {
  return (
    identity.emailVerified &&
    identity.email !== null &&
    emailKey(identity.email) === account.emailKey
  );
}

/**
 * The account's first proof ends every unproven way to sign in, against pre-hijacking (arXiv
 * 2205.10174): the password, unproven identities, passkeys, tokens, and sessions other than
 * `exceptSession`.
 * A second factor stays: it opens nothing by itself, and without it a mailbox would be enough.
 */
export async function recordEmailProof(
  tx: Transaction,
  account: LockedAccount,
  { issuer, subject }: ProviderIdentity,
  exceptSession?: string,
): Promise<void> {
  const own = eq(identities.userId, account.id);
  await tx
    .update(identities)
    .set({ provenAt: sql`coalesce(${identities.provenAt}, now())` })
    .where(and(own, eq(identities.issuer, issuer), eq(identities.subject, subject)));
  if (account.emailProvenAt !== null) return;
  await tx.delete(credentials).where(eq(credentials.userId, account.id));
  await tx
    .delete(identities)
    .where(
      and(
        own,
        isNull(identities.provenAt),
        or(ne(identities.issuer, issuer), ne(identities.subject, subject)),
      ),
    );
  await endPasskeys(tx, account.id);
  await revokeOtherSessions(tx, account.id, exceptSession);
  await revokeAllTokens(tx, account.id);
  await endSecondSteps(tx, account.id);
  await tx
    .update(users)
    .set({ emailProvenAt: sql`now()` })
    .where(eq(users.id, account.id));
}
