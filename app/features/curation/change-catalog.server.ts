import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";

/**
 * Runs a change of titles in one transaction that no import interrupts, and announces it to all
 * instances. `change` returns null when it changed nothing.
 */
export async function changeCatalog<Result>(
  db: Database,
  change: (tx: Transaction) => Promise<Result | null>,
): Promise<Result | null> {
  const result = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const changed = await change(tx);
    if (changed !== null) await incrementCatalogVersion(tx);
    return changed;
  });
  if (result === null) return null;
  // Until a rebuild succeeds, totals are exact but slower.
  await rebuildListingBitmaps(db).catch(() => undefined);
  await notifyCatalogVersion(db);
  return result;
}

/**
 * Waits for users' writes about a title, and keeps new ones out until the transaction ends. In the
 * order of those writes, which prevents deadlocks: positions lock their episode and then the user,
 * changes of lists the user and then the title.
 */
export async function lockUseOfTitle(tx: Transaction, id: number): Promise<void> {
  await tx.execute(
    sql`SELECT 1 FROM episodes WHERE anime_mal_id = ${id} ORDER BY number FOR UPDATE`,
  );
  await tx.execute(sql`SELECT 1 FROM users ORDER BY id FOR NO KEY UPDATE`);
}
