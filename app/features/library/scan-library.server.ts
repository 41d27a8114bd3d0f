import { asc, inArray } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ADVISORY_LOCK_CLASSES } from "~db/advisory-lock.server";
import type { Database, DatabaseClient, Sql } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { databaseTitles } from "./matching/title-source.server";
import type { ScanOptions } from "./scan/apply-changes.server";
import { scanFolder, type ScanResult } from "./scan/scan-folder.server";

interface LibraryDatabase {
  db: Database;
  sql: Sql;
  /** Locks out other processes; absent for dry runs. */
  withConnection?: DatabaseClient["withConnection"];
}

/** Scans the named media folders, or all. Throws `NotFound` for an unknown name. */
export async function scanLibrary(
  { db, sql, withConnection }: LibraryDatabase,
  { names, ...options }: Omit<ScanOptions, "titles"> & { names?: readonly string[] },
): Promise<ScanResult[]> {
  const folders = await db
    .select({ name: mediaFolders.name, path: mediaFolders.path })
    .from(mediaFolders)
    .where(names === undefined ? undefined : inArray(mediaFolders.name, [...names]))
    .orderBy(asc(mediaFolders.name));
  const unknown = names?.find((name) => !folders.some((folder) => folder.name === name));
  if (unknown !== undefined)
    throw new NotFound({ key: "folder.notRegistered", values: { name: unknown } });
  const titles = databaseTitles(sql);
  const results: ScanResult[] = [];
  for (const folder of folders) {
    const scan = () => scanFolder(db, folder, { ...options, titles });
    results.push(
      withConnection === undefined
        ? await scan()
        : await withConnection(async (lock) => {
            await lock`SELECT pg_advisory_lock(${ADVISORY_LOCK_CLASSES.libraryScan}, hashtext(${folder.name}))`;
            try {
              return await scan();
            } finally {
              await lock`SELECT pg_advisory_unlock(${ADVISORY_LOCK_CLASSES.libraryScan}, hashtext(${folder.name}))`;
            }
          }),
    );
  }
  // Another scan or the next import rebuilds them otherwise; rows are counted meanwhile.
  await rebuildListingBitmaps(db).catch(() => undefined);
  return results;
}
