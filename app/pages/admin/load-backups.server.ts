import { join, resolve } from "node:path";
import { akariCommand, shellWord } from "~/config/command";
import type { Config } from "~/config/config.server";
import { backupFolder } from "~/features/backup/backup-format";
import { listBackups, listCopies, type StoredBackup } from "~/features/backup/retention.server";
import { createBackupBucket } from "~/media/storage/create-storage.server";
import { StorageFailed } from "~/media/storage/storage-failed";

/** A page waits no longer for a store that does not respond. */
const BUCKET_TIMEOUT_MS = 5_000;

/** The backups on this disk, with the command that restores each, and the copies in the bucket. */
export async function loadBackups({ dataDir, backups: { bucket } }: Config, now = Date.now()) {
  const folder = resolve(backupFolder(dataDir));
  const aged = (backup: StoredBackup) => ({
    ...backup,
    ageSeconds: Math.max(0, Math.floor((now - backup.at.getTime()) / 1000)),
  });
  const [files, copies] = await Promise.all([
    listBackups(folder),
    bucket === null ? null : readCopies(bucket),
  ]);
  return {
    folder,
    files: files.map((file) => ({
      ...aged(file),
      restore: akariCommand(`restore ${shellWord(join(folder, file.name))} --replace`),
    })),
    bucket: bucket === null ? null : { name: bucket.bucket, copies: copies?.map(aged) ?? null },
  };
}

/** The copies, or null when the store does not tell. */
async function readCopies(settings: Config["backups"]["bucket"]): Promise<StoredBackup[] | null> {
  const bucket = createBackupBucket(settings);
  if (bucket === null) return null;
  const signal = AbortSignal.timeout(BUCKET_TIMEOUT_MS);
  try {
    return await listCopies(bucket, signal);
  } catch (error) {
    if (error instanceof StorageFailed || signal.aborted) return null;
    throw error;
  }
}

export type Backups = Awaited<ReturnType<typeof loadBackups>>;
