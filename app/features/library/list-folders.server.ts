import { sql } from "drizzle-orm";
import type { Locale } from "~/i18n/locales";
import { ADVISORY_LOCK_CLASSES } from "~db/advisory-lock.server";
import type { Database } from "~db/client.server";
import type { LastScan } from "~db/schema";
import { storedReasonText } from "./reason-text.server";

/** A media folder with what the last scan found in it. */
export interface LibraryFolder {
  name: string;
  path: string;
  /** Time at which the last scan ended. */
  scannedAt: Date | null;
  /** Why the last scan could not read it. */
  problem: string | null;
  lastScan: LastScan | null;
  /** Whether an owner stopped a scan since. */
  isStopped: boolean;
  /** Whether it is scanned by itself. */
  isWatched: boolean;
  /** Whether a process scans it right now, this one or another. */
  isScanning: boolean;
  /** How many files are there, with their bytes. */
  files: number;
  bytes: number;
  /** What plays from it. */
  titles: number;
  episodes: number;
  attached: number;
  waiting: number;
  unused: number;
  missing: number;
  skipped: number;
  /** Groups with a decision. */
  decided: number;
}

interface FolderRow extends Record<string, unknown> {
  name: string;
  path: string;
  scanned_at: string | null;
  problem: string | null;
  last_scan: LastScan | null;
  is_stopped: boolean;
  is_watched: boolean;
  is_scanning: boolean;
  files: number;
  bytes: number;
  titles: number;
  episodes: number;
  attached: number;
  waiting: number;
  unused: number;
  missing: number;
  skipped_count: number;
  decided: number;
}

/** All media folders, by name. */
export async function listFolders(db: Database, locale?: Locale): Promise<LibraryFolder[]> {
  const rows = await db.execute<FolderRow>(sql`
    WITH attached AS (
      SELECT folder, anime_mal_id, first_episode, last_episode FROM media_files
      WHERE status = 'ready' AND decision IN ('automatic', 'confirmed')
    )
    SELECT m.name, m.path, m.problem, m.last_scan, m.skipped_count, m.is_watched,
      coalesce(m.stopped_at > m.scanned_at, m.stopped_at IS NOT NULL) AS is_stopped,
      to_char(m.scanned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS scanned_at,
      EXISTS (
        SELECT 1 FROM pg_locks AS l
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid = ${ADVISORY_LOCK_CLASSES.libraryScan}::int4::oid AND l.objid = hashtext(m.name)::oid
      ) AS is_scanning,
      count(f.id) FILTER (WHERE f.status <> 'missing')::int4 AS files,
      coalesce(sum(f.size) FILTER (WHERE f.status <> 'missing'), 0)::float8 AS bytes,
      (SELECT count(DISTINCT a.anime_mal_id)::int4 FROM attached AS a WHERE a.folder = m.name) AS titles,
      (SELECT count(DISTINCT (a.anime_mal_id, number))::int4
        FROM attached AS a, generate_series(a.first_episode, a.last_episode) AS number
        WHERE a.folder = m.name) AS episodes,
      count(f.id) FILTER (WHERE f.status = 'ready' AND f.decision IN ('automatic', 'confirmed'))::int4 AS attached,
      count(f.id) FILTER (WHERE f.status = 'ready' AND f.decision IS NULL)::int4 AS waiting,
      count(f.id) FILTER (WHERE f.status <> 'missing' AND (f.status <> 'ready' OR f.decision = 'ignored'))::int4 AS unused,
      count(f.id) FILTER (WHERE f.status = 'missing')::int4 AS missing,
      (SELECT count(*)::int4 FROM media_decisions AS d WHERE d.folder = m.name) AS decided
    FROM media_folders AS m LEFT JOIN media_files AS f ON f.folder = m.name
    GROUP BY m.name ORDER BY m.name`);
  return rows.map((row) => ({
    name: row.name,
    path: row.path,
    scannedAt: row.scanned_at === null ? null : new Date(row.scanned_at),
    problem: row.problem === null ? null : storedReasonText(row.problem, locale),
    lastScan: row.last_scan,
    isStopped: row.is_stopped,
    isWatched: row.is_watched,
    isScanning: row.is_scanning,
    files: row.files,
    bytes: row.bytes,
    titles: row.titles,
    episodes: row.episodes,
    attached: row.attached,
    waiting: row.waiting,
    unused: row.unused,
    missing: row.missing,
    skipped: row.skipped_count,
    decided: row.decided,
  }));
}
