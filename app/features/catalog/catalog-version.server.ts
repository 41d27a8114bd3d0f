import { sql } from "drizzle-orm";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { catalogState } from "~db/schema";

export const CATALOG_CHANNEL = "catalog_changed";

/**
 * Lets one transaction at a time write the catalog. Waits without a timeout, and lifts those of the
 * rest of the transaction, which has the lock until it ends.
 */
export async function lockCatalogForWriting(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await takeAdvisoryLock(tx, "catalogWrite");
}

/** Runs in the transaction that changes the catalog. */
export async function incrementCatalogVersion(tx: Transaction): Promise<void> {
  await tx
    .insert(catalogState)
    .values({ version: 1 })
    .onConflictDoUpdate({
      target: catalogState.id,
      set: { version: sql`${catalogState.version} + 1` },
    });
}

/** A hint: services also poll. */
export async function notifyCatalogVersion(db: Pick<Database, "execute">): Promise<void> {
  await db.execute(
    sql`SELECT pg_notify(${CATALOG_CHANNEL}, coalesce((SELECT version FROM catalog_state WHERE id = 1), 0)::text)`,
  );
}
