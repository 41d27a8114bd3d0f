import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** More would exhaust the system's watches; the others are scanned in intervals. */
const MAX_WATCHED = 2_000;

export async function listWatchedFolders(db: Database): Promise<{ name: string; path: string }[]> {
  const rows = await db.execute<{ name: string; root: string; folder: string }>(sql`
    SELECT name, path AS root, '' AS folder FROM media_folders
    UNION
    SELECT m.name, m.path, regexp_replace(f.path, '/?[^/]*$', '')
    FROM media_files f JOIN media_folders m ON m.name = f.folder WHERE f.status <> 'missing'
    ORDER BY name, folder LIMIT ${MAX_WATCHED}`);
  return rows.map(({ name, root, folder }) => ({ name, path: join(root, folder) }));
}
