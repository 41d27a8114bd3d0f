import { sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import type { Transaction } from "~db/client.server";
import { credentials, identities, passkeys } from "~db/schema";

/**
 * Throws `Conflict` if the account has neither a password nor an identity nor a passkey that works
 * at the relying party. Its row has to be locked, so that concurrent removals wait.
 */
export async function requireWayIn(
  tx: Transaction,
  userId: string,
  relyingPartyId: string | null,
): Promise<void> {
  const [row] = await tx.execute<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${credentials} WHERE user_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM ${identities} WHERE user_id = ${userId}::uuid)
      OR EXISTS (
        SELECT 1 FROM ${passkeys}
        WHERE user_id = ${userId}::uuid AND relying_party = ${relyingPartyId}::text
      ) AS found`);
  if (row?.found !== true) throw new Conflict("account.lastSignInMethod");
}
