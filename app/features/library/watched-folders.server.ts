import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** The newest of more; `createFolderWatchers` has its own limit for all. */
const MAX_WATCHED = 2_000;

/**
 * Lists folders with videos and those above them, the ones with the newest files first. Omits media
 * folders that an owner does not have watched.
 */
export async function listWatchedFolders(db: Database): Promise<{ name: string; path: string }[]> {
  const rows = await db.execute<{ name: string; root: string; folder: string }>(sql`
    SELECT name, path AS root, '' AS folder, now() AS newest FROM media_folders WHERE is_watched
    UNION ALL
    SELECT m.name, m.path, regexp_replace(f.path, '/?[^/]*$', '') AS folder, max(f.modified_at)
    FROM media_files f JOIN media_folders m ON m.name = f.folder
    WHERE f.status <> 'missing' AND m.is_watched GROUP BY m.name, m.path, 3
    ORDER BY newest DESC, name, folder LIMIT ${MAX_WATCHED}`);
  const watched = new Map<string, string>();
  for (const { name, root, folder } of rows)
    for (let at = folder; ; at = dirname(at)) {
      const path = at === "." || at === "" ? root : join(root, at);
      if (watched.has(path) || watched.size === MAX_WATCHED) break;
      watched.set(path, name);
    }
  return [...watched].map(([path, name]) => ({ name, path }));
}
