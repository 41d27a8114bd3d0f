import { and, eq, inArray, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { jobRuns, mediaFolders } from "~db/schema";
import { scan } from "./definitions/scan.server";
import { enqueue, isWaiting, plan } from "./queue.server";
import { isWorkerAlive } from "./worker.server";

interface ScanChoice {
  /** All folders by default. */
  names?: readonly string[];
  /**
   * Milliseconds between scans by the site. Given when no user requests the scan. It then leaves
   * out folders that are not watched, and for as long those whose last scan was stopped.
   */
  intervalMs?: number;
  /** Whether doubtful files are matched again. */
  rematch?: boolean;
}

/** Enqueues a scan of each folder, in the transaction of its cause. */
export async function enqueueScans(
  db: Database | Transaction,
  { names, intervalMs, rematch = false }: ScanChoice = {},
): Promise<void> {
  const folders = await db
    .select({ folder: mediaFolders.name })
    .from(mediaFolders)
    .where(
      and(
        names === undefined ? undefined : inArray(mediaFolders.name, [...names]),
        intervalMs === undefined ? undefined : isLeftToSite(intervalMs),
      ),
    )
    .orderBy(mediaFolders.name);
  for (const { folder } of folders)
    await enqueue(db, scan, rematch ? { folder, rematch } : { folder });
}

function isLeftToSite(intervalMs: number): SQL | undefined {
  const { isWatched, scannedAt, stoppedAt } = mediaFolders;
  const ago = sql`now() - ${intervalMs} * interval '1 millisecond'`;
  return and(
    eq(isWatched, true),
    sql`NOT coalesce(${stoppedAt} > greatest(${scannedAt}, ${ago}), false)`,
  );
}

/**
 * Lets watched folders wait for a scan that had none for this long, unless they wait for one. One
 * that was stopped counts.
 */
export async function planScans(db: Database, intervalMs: number): Promise<void> {
  const lastAt = sql`greatest(${mediaFolders.scannedAt}, ${mediaFolders.stoppedAt})`;
  const folders = await db
    .select({ folder: mediaFolders.name })
    .from(mediaFolders)
    .where(
      and(
        eq(mediaFolders.isWatched, true),
        or(isNull(lastAt), sql`${lastAt} <= now() - ${intervalMs} * interval '1 millisecond'`),
      ),
    );
  for (const { folder } of folders) await plan(db, scan, { folder }, new Date());
}

/** The runs of a scan that waits for a free process, not for its time. */
const isDueScan = and(
  isWaiting,
  eq(jobRuns.job, scan.name),
  sql`${jobRuns.runAt} <= clock_timestamp()`,
);

/**
 * Lets the next scan by the site wait for its interval where one is about to be stopped: in one
 * folder, or in all.
 */
export async function postponeScans(tx: Transaction, name?: string): Promise<void> {
  const scanned = tx
    .select({ name: jobRuns.subject })
    .from(jobRuns)
    .where(or(isDueScan, and(eq(jobRuns.job, scan.name), isNotNull(jobRuns.worker))));
  await tx
    .update(mediaFolders)
    .set({ stoppedAt: new Date() })
    .where(
      and(
        inArray(mediaFolders.name, scanned),
        name === undefined ? undefined : eq(mediaFolders.name, name),
      ),
    );
}

/** A scan that is at work, or waits for its turn. */
export interface ScanRun {
  isAtWork: boolean;
  /** The progress from 0 to 1; null while it looks for files. */
  fraction: number | null;
}

/** The scans of the queue by the name of their folder. */
export async function listScanRuns(db: Database): Promise<ReadonlyMap<string, ScanRun>> {
  const runs = await db
    .select({
      folder: jobRuns.subject,
      isAtWork: isNotNull(jobRuns.worker).mapWith(Boolean),
      fraction: jobRuns.fraction,
    })
    .from(jobRuns)
    .where(or(isDueScan, and(eq(jobRuns.job, scan.name), isWorkerAlive)))
    // A folder that is being scanned may wait for the next scan, too.
    .orderBy(isNotNull(jobRuns.worker), jobRuns.id);
  return new Map(
    runs.map(({ folder, isAtWork, fraction }) => [folder ?? "", { isAtWork, fraction }]),
  );
}
