import { sql } from "drizzle-orm";
import { takePatientLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { catalogState } from "~db/schema";

export const CATALOG_CHANNEL = "catalog_changed";

/**
 * Lets one transaction at a time write the catalog. Waits without a timeout; the lock ends with the
 * transaction.
 */
export async function lockCatalogForWriting(tx: Transaction): Promise<void> {
  await takePatientLock(tx, "catalogWrite");
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
