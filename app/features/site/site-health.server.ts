import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/** A disk with less free space is a fault. */
export const MIN_FREE_BYTES = 1024 ** 3;

export interface SiteHealth {
  node: string;
  postgres: string;
  databaseBytes: number;
  uploadBytes: number;
  titles: number;
  episodes: number;
  deadSources: number;
  freeBytes: number | null;
  uptimeSeconds: number;
}

export async function readSiteHealth(db: Database, dataDir: string): Promise<SiteHealth> {
  const [row] = await db.execute<{
    version: string;
    database_bytes: number;
    upload_bytes: number;
    titles: number;
    episodes: number;
    dead_sources: number;
  }>(sql`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float8 AS database_bytes,
      (SELECT coalesce(sum(bytes), 0)::float8 FROM uploads) AS upload_bytes,
      (SELECT count(*)::int FROM animes) AS titles,
      (SELECT count(*)::int FROM episodes) AS episodes,
      (SELECT count(*)::int FROM episode_sources WHERE status = 'dead') AS dead_sources`);
  const disk = await statfs(dataDir).catch(() => null);
  return {
    node: process.version,
    postgres: row?.version ?? "",
    databaseBytes: row?.database_bytes ?? 0,
    uploadBytes: row?.upload_bytes ?? 0,
    titles: row?.titles ?? 0,
    episodes: row?.episodes ?? 0,
    deadSources: row?.dead_sources ?? 0,
    freeBytes: disk === null ? null : disk.bavail * disk.bsize,
    uptimeSeconds: Math.round(process.uptime()),
  };
}
