import { and, eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { mediaFolders } from "~db/schema";

/**
 * Sets whether a media folder is scanned by itself. `record` runs in the same transaction, unless
 * nothing changes. Throws `NotFound`.
 */
export async function setFolderWatched(
  db: Database,
  { name, isWatched }: { name: string; isWatched: boolean },
  record: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(mediaFolders)
      .set({ isWatched })
      .where(and(eq(mediaFolders.name, name), eq(mediaFolders.isWatched, !isWatched)))
      .returning({ name: mediaFolders.name });
    if (changed !== undefined) return record(tx);
    if ((await tx.$count(mediaFolders, eq(mediaFolders.name, name))) === 0)
      throw new NotFound({ key: "folder.notRegistered", values: { name } });
  });
}
