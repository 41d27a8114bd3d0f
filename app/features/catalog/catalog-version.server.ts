import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";

/** The payload is the new version. */
export const CATALOG_CHANNEL = "catalog_changed";

/** Serialises imports. */
const CATALOG_WRITE_LOCK = 4_210_572;

/** Held until the end of the transaction, without a timeout. */
export async function lockCatalogForWriting(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${CATALOG_WRITE_LOCK})`);
}

/** In the transaction of the change, so that the two commit together. */
export async function incrementCatalogVersion(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    INSERT INTO catalog_state (id, version) VALUES (1, 1)
    ON CONFLICT (id) DO UPDATE SET version = catalog_state.version + 1`);
}

/** Only a hint: services also poll the table. */
export async function notifyCatalogVersion(db: Pick<Database, "execute">): Promise<void> {
  await db.execute(
    sql`SELECT pg_notify(${CATALOG_CHANNEL}, coalesce((SELECT version FROM catalog_state WHERE id = 1), 0)::text)`,
  );
}
