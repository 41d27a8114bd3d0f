import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { CACHE_NAMES, type CacheName, type Caches } from "./caches";

export interface SiteStorage {
  databaseBytes: number;
  /** The largest tables with their indexes, largest first. */
  tables: { name: string; bytes: number }[];
  uploads: { files: number; bytes: number };
  caches: { name: CacheName; bytes: number }[];
  /** Free space on the disk of `DATA_DIR`; null where the system does not tell. */
  freeBytes: number | null;
}

const MAX_TABLES = 6;

export async function readSiteStorage(
  db: Database,
  caches: Caches,
  dataDir: string,
): Promise<SiteStorage> {
  const [tables, [row], sizes, disk] = await Promise.all([
    db.execute<{ name: string; bytes: number }>(sql`
      SELECT c.relname AS name, pg_total_relation_size(c.oid)::float8 AS bytes
      FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      ORDER BY bytes DESC, name LIMIT ${MAX_TABLES}`),
    db.execute<{ database: number; files: number; bytes: number }>(sql`
      SELECT pg_database_size(current_database())::float8 AS database,
        count(*)::int AS files, coalesce(sum(bytes), 0)::float8 AS bytes
      FROM (SELECT DISTINCT cid, bytes FROM uploads) AS stored`),
    Promise.all(CACHE_NAMES.map(async (name) => ({ name, bytes: await caches[name].bytes() }))),
    statfs(dataDir).catch(() => null),
  ]);
  return {
    databaseBytes: row?.database ?? 0,
    tables: tables.map(({ name, bytes }) => ({ name, bytes })),
    uploads: { files: row?.files ?? 0, bytes: row?.bytes ?? 0 },
    caches: sizes,
    freeBytes: disk === null ? null : disk.bavail * disk.bsize,
  };
}
