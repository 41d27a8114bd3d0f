import { sql } from "drizzle-orm";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { catalogState } from "~db/schema";

export const CATALOG_CHANNEL = "catalog_changed";

const CATALOG_WRITE_LOCK = 4_210_572;

/** Until the end of the transaction, without a timeout. */
export async function lockCatalogForWriting(tx: Transaction): Promise<void> {
  await takeAdvisoryLock(tx, CATALOG_WRITE_LOCK);
}

/** In the transaction of the change, so that the two commit together. */
export async function incrementCatalogVersion(tx: Transaction): Promise<void> {
  await tx
    .insert(catalogState)
    .values({ version: 1 })
    .onConflictDoUpdate({
      target: catalogState.id,
      set: { version: sql`${catalogState.version} + 1` },
    });
}

/** Only a hint: services also poll the table. */
export async function notifyCatalogVersion(db: Pick<Database, "execute">): Promise<void> {
  await db.execute(
    sql`SELECT pg_notify(${CATALOG_CHANNEL}, coalesce((SELECT version FROM catalog_state WHERE id = 1), 0)::text)`,
  );
}
