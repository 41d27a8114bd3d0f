import { sql, type SQL } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { credentials, identities, passkeys, users } from "~db/schema";

/** What a user can sign in with on this site. */
export interface WaysIn {
  passwords: boolean;
  /** The issuers of the providers' identities, without a slash at the end. */
  issuers: readonly string[];
  /** The relying party that this site's passkeys name; null where the site cannot have passkeys. */
  relyingPartyId: string | null;
}

/** The condition that the user has a password, an identity or a passkey that works here. */
export function hasWayIn(userId: SQL, { passwords, issuers, relyingPartyId }: WaysIn): SQL {
  const listed = sql.join(
    issuers.map((issuer) => sql`${issuer}`),
    sql`, `,
  );
  return sql`(
    ${passwords ? sql`EXISTS (SELECT 1 FROM ${credentials} c WHERE c.user_id = ${userId})` : sql`false`}
    OR ${
      issuers.length === 0
        ? sql`false`
        : sql`EXISTS (
            SELECT 1 FROM ${identities} i
            WHERE i.user_id = ${userId} AND regexp_replace(i.issuer, '/$', '') IN (${listed})
          )`
    }
    OR EXISTS (
      SELECT 1 FROM ${passkeys} p
      WHERE p.user_id = ${userId} AND p.relying_party = ${relyingPartyId}::text
    ))`;
}

/**
 * Throws `Conflict` if the account has no way in that works here. Its row has to be locked, so that
 * concurrent removals wait.
 */
export async function requireWayIn(tx: Transaction, userId: string, waysIn: WaysIn): Promise<void> {
  const [row] = await tx.execute<{ found: boolean }>(
    sql`SELECT ${hasWayIn(sql`${userId}::uuid`, waysIn)} AS found`,
  );
  if (row?.found !== true) throw new Conflict("account.lastSignInMethod");
}

/** Counts the accounts that have a password and no way in that works here. */
export async function countPasswordOnly(db: Database, waysIn: WaysIn): Promise<number> {
  const [row] = await db.execute<{ accounts: number }>(sql`
    SELECT count(*)::int AS accounts FROM ${users} u
    WHERE u.disabled_at IS NULL
      AND EXISTS (SELECT 1 FROM ${credentials} c WHERE c.user_id = u.id)
      AND NOT ${hasWayIn(sql`u.id`, waysIn)}`);
  return row?.accounts ?? 0;
}
