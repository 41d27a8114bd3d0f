import { eq, sql } from "drizzle-orm";
import { backupFolder } from "~/features/backup/backup-format";
import { newestBackupAt } from "~/features/backup/retention.server";
import type { Database } from "~db/client.server";
import { jobs } from "~db/schema";
import type { JobStatus } from "./job-status.server";
import { readRecords } from "./job-records.server";

/** Backups run daily; some may be missed. */
export const MAX_BACKUP_AGE_MS = 3 * 24 * 60 * 60_000;

/**
 * The time of the last backup; null without one. A file in the folder may have no record, and a
 * record of another instance or of a command with another folder has no file here.
 */
export async function lastBackupAt(
  statuses: readonly JobStatus[],
  dataDir: string,
): Promise<Date | null> {
  const recorded = statuses.find(({ name }) => name === "backup")?.succeededAt ?? null;
  const written = await newestBackupAt(backupFolder(dataDir));
  return recorded === null || (written !== null && written > recorded) ? written : recorded;
}

/** Notes that a command has made a backup, in whatever folder. */
export async function recordBackup(db: Database): Promise<void> {
  await readRecords(db);
  await db
    .update(jobs)
    .set({ succeededAt: sql`clock_timestamp()` })
    .where(eq(jobs.name, "backup"));
}
