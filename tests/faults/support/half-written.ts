import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { decodeEntry } from "~/media/images/cache/entry-file";
import { contentId } from "~/media/storage/content-id";
import { listStoredFiles } from "../../support/media/image-service";
import type { Site } from "./site";

/** Rows that only an interrupted write can leave, by what they lack. */
const HALF_WRITTEN_ROWS = {
  "users without a password": `
    SELECT id::text FROM users u
    WHERE NOT EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = u.id)`,
  "users without a profile": `
    SELECT id::text FROM users u
    WHERE NOT EXISTS (SELECT 1 FROM profiles p WHERE p.user_id = u.id)`,
  "users without preferences": `
    SELECT id::text FROM users u
    WHERE NOT EXISTS (SELECT 1 FROM preferences p WHERE p.user_id = u.id)`,
  "played titles that are on no list": `
    SELECT p.user_id::text || ' ' || p.anime_mal_id AS id FROM playback_positions p
    WHERE NOT EXISTS (
      SELECT 1 FROM watch_list_entries w
      WHERE w.user_id = p.user_id AND w.anime_mal_id = p.anime_mal_id)`,
  "list entries without an event": `
    SELECT w.id::text FROM watch_list_entries w
    WHERE NOT EXISTS (
      SELECT 1 FROM list_events e
      WHERE e.user_id = w.user_id AND e.anime_mal_id = w.anime_mal_id)`,
  "imported lists without a report": `
    SELECT DISTINCT user_id::text AS id FROM watch_list_entries w
    WHERE notes LIKE 'import %'
      AND NOT EXISTS (SELECT 1 FROM list_imports i WHERE i.user_id = w.user_id)`,
};

/** Looks at the database, the uploads and the image cache, while no write is pending. */
export async function findHalfWritten(site: Site): Promise<string[]> {
  const problems: string[] = [];
  const existing = await site.query(async (sql) => {
    for (const [what, query] of Object.entries(HALF_WRITTEN_ROWS)) {
      const rows = await sql.unsafe<{ id: string }[]>(query);
      problems.push(...rows.map(({ id }) => `${what}: ${id}`));
    }
    const rows = await sql<{ cid: string; isStored: boolean }[]>`
      SELECT cid, url IS NOT NULL AS "isStored" FROM uploads`;
    return new Map(rows.map(({ cid, isStored }) => [cid, isStored]));
  });
  const [uploads, cache] = [join(site.dataDir, "uploads"), join(site.dataDir, "cache")];
  const files = existsSync(uploads) ? listStoredFiles(uploads) : [];
  for (const path of files) {
    if (contentId(readFileSync(path)) !== basename(path)) problems.push(`half a file: ${path}`);
    if (!existing.has(basename(path))) problems.push(`a file without a row: ${path}`);
  }
  const stored = new Set(files.map((path) => basename(path)));
  for (const [cid, isStored] of existing)
    if (isStored && !stored.has(cid)) problems.push(`a row without its file: ${cid}`);
  for (const path of existsSync(cache) ? listStoredFiles(cache) : [])
    if (decodeEntry(readFileSync(path)) === null) problems.push(`half a cached image: ${path}`);
  return problems;
}

export function listUploadDrafts({ dataDir }: Site): string[] {
  return listFolder(join(dataDir, "uploads/drafts"));
}

export function listCacheDrafts({ dataDir }: Site): string[] {
  return ["images", "titles"].flatMap((name) => listFolder(join(dataDir, "cache", name, "tmp")));
}

function listFolder(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
