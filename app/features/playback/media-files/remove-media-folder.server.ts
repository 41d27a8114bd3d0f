import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  incrementCatalogVersion,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/** Detaches the files that scans attached, and returns the folder's path. Throws `NotFound`. */
export async function removeMediaFolder(db: Database, name: string): Promise<string> {
  const path = await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(mediaFolders)
      .where(eq(mediaFolders.name, name))
      .returning({ path: mediaFolders.path });
    if (removed === undefined)
      throw new NotFound({ key: "folder.notRegistered", values: { name } });
    await incrementCatalogVersion(tx);
    return removed.path;
  });
  await notifyCatalogVersion(db);
  return path;
}
