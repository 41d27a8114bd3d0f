import type { Database, RecordChange, Transaction } from "~db/client.server";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { correctCounts } from "~/features/watch-list/port";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";

/**
 * Runs a change of titles in one transaction that no import interrupts, and announces it to all
 * instances. `change` returns null when it changed nothing; nothing is recorded then.
 */
export async function changeCatalog<Result>(
  db: Database,
  change: (tx: Transaction) => Promise<Result | null>,
  record?: RecordChange<Result>,
): Promise<Result | null> {
  const result = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const changed = await change(tx);
    if (changed === null) return null;
    await incrementCatalogVersion(tx);
    await record?.(tx, changed);
    return changed;
  });
  if (result === null) return null;
  await correctCounts(db);
  // Until a rebuild succeeds, totals are exact but slower.
  await rebuildListingBitmaps(db).catch(() => undefined);
  await notifyCatalogVersion(db);
  return result;
}
