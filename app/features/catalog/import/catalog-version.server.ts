import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";

/** The channel on which running services hear that the catalog has a new version; the payload is the version. */
export const CATALOG_CHANGED = "catalog_changed";

/** Serialises whoever writes to the catalog: two imports at once wait for each other, chunk by chunk. */
const CATALOG_WRITE_LOCK = 4_210_572;

/** Waits until no other import writes, for the rest of the transaction, however long the other one takes. */
export async function lockCatalogForWriting(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await tx.execute(sql`select pg_advisory_xact_lock(${CATALOG_WRITE_LOCK})`);
}

/**
 * Raises the catalog's version. In the same transaction as the change, so that no change can be there under the old version,
 * not even after a crash.
 */
export async function raiseCatalogVersion(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into catalog_state (id, version) values (1, 1)
    on conflict (id) do update set version = catalog_state.version + 1`);
}

/** Tells running services the current version. Only a hint: whoever misses it finds the version in the table. */
export async function announceCatalogVersion(db: Pick<Database, "execute">): Promise<void> {
  await db.execute(
    sql`select pg_notify(${CATALOG_CHANGED}, coalesce((select version from catalog_state where id = 1), 0)::text)`,
  );
}
