import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import type { Database, Transaction } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/**
 * Detaches the files that scans attached, and returns the folder's path. `record` runs in the same
 * transaction. Throws `NotFound`.
 */
export async function removeMediaFolder(
  db: Database,
  name: string,
  record?: (tx: Transaction, path: string) => Promise<void>,
): Promise<string> {
  const path = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const [removed] = await tx
      .delete(mediaFolders)
      .where(eq(mediaFolders.name, name))
      .returning({ path: mediaFolders.path });
    if (removed === undefined)
      throw new NotFound({ key: "folder.notRegistered", values: { name } });
    await record?.(tx, removed.path);
    await incrementCatalogVersion(tx);
    return removed.path;
  });
  await rebuildListingBitmaps(db).catch(() => undefined);
  await notifyCatalogVersion(db);
  return path;
}
