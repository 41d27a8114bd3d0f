import { basename, join } from "node:path";
import { rootErrorMessage } from "~/errors/error-message";
import type { FileBucket } from "~/media/storage/s3-bucket.server";
import { StorageFailed } from "~/media/storage/storage-failed";
import { BackupError, backupName } from "./backup-format";
import { removeOldBackups, removeOldCopies, removeStaleDrafts } from "./retention.server";
import { writeBackup, type BackupSource, type BackupSummary } from "./write-backup.server";

export interface BackupOptions {
  folder: string;
  /** How many backups stay in the folder, and copies in the bucket; null for all. */
  keep: number | null;
  /** The bucket that gets a copy, if any. */
  bucket: FileBucket | null;
  now: Date;
  signal: AbortSignal;
}

export interface BackupReport extends BackupSummary {
  /** Names of older backups. */
  removed: string[];
  /** The copy's name and those of older ones; null without a bucket. */
  copy: { name: string; removed: string[] } | null;
}

/**
 * Writes a backup, copies it, and deletes old ones, which stay when either fails. `source` needs
 * connections without timeouts. Throws `BackupError` when the backup is written but not copied.
 */
export async function runBackup(
  source: BackupSource,
  { folder, keep, bucket, now, signal }: BackupOptions,
): Promise<BackupReport> {
  const path = join(folder, backupName(now));
  const summary = await writeBackup(source, { path, now, signal });
  await removeStaleDrafts(folder, now);
  const name = basename(path);
  try {
    await bucket?.upload(name, path, signal);
  } catch (cause) {
    const message = `The backup ${path} is written, but was not copied: ${describeFailure(cause)}`;
    throw new BackupError(message, { cause });
  }
  const removed = keep === null ? [] : await removeOldBackups(folder, keep);
  return {
    ...summary,
    removed,
    copy:
      bucket === null
        ? null
        : { name, removed: keep === null ? [] : await removeOldCopies(bucket, keep) },
  };
}

function describeFailure(error: unknown): string {
  const { status, reason } = error instanceof StorageFailed ? error.details : {};
  const parts = [status, reason].filter((part) => part !== undefined).map(String);
  return parts.length === 0 ? rootErrorMessage(error) : `the bucket responded ${parts.join(" ")}`;
}
