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

/** The sizes that are measured, each null where it cannot be read. */
export async function readSizes(db: Database, dataDir: string) {
  const [freeBytes, databaseBytes] = await Promise.all([
    readFreeBytes(dataDir),
    db
      .execute<{ bytes: number }>(sql`SELECT pg_database_size(current_database())::float8 AS bytes`)
      .then(([row]) => row?.bytes ?? null)
      .catch(() => null),
  ]);
  return { freeBytes, databaseBytes };
}

/** The free space on a folder's disk; null where the system does not tell. */
async function readFreeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
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
  return {
    node: process.version,
    postgres: row?.version ?? "",
    databaseBytes: row?.database_bytes ?? 0,
    uploadBytes: row?.upload_bytes ?? 0,
    titles: row?.titles ?? 0,
    episodes: row?.episodes ?? 0,
    deadSources: row?.dead_sources ?? 0,
    freeBytes: await readFreeBytes(dataDir),
    uptimeSeconds: Math.round(process.uptime()),
  };
}
