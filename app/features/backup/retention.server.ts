import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileBucket } from "~/media/storage/s3-bucket.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { isMissingFile, openRegularFile } from "~/media/files/open-regular-file.server";
import { BACKUP_NAME, backupTime, DRAFT_SUFFIX, NAME_PREFIX } from "./backup-format";

/** A backup writes all the time, so this is one of a killed process. */
const STALE_DRAFT_MS = 60 * 60_000;

/** Deletes all but the newest `keep` backups of a folder, and returns the deleted names. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const old = beyondNewest(await readdir(folder), keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

export interface StoredBackup {
  name: string;
  bytes: number;
  at: Date;
}

/** The complete backups of a folder, newest first; none where there is no such folder. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter((name) => BACKUP_NAME.test(name))
      .map(async (name) => ({ name, stats: await lstat(join(folder, name)).catch(() => null) })),
  );
  return newestFirst(
    found.flatMap(({ name, stats }) =>
      stats?.isFile() === true ? [{ name, bytes: stats.size }] : [],
    ),
  );
}

/** The backups that a bucket has, newest first. */
export async function listCopies(bucket: FileBucket, signal: AbortSignal): Promise<StoredBackup[]> {
  const sizes = [...(await bucket.list(NAME_PREFIX, signal))];
  return newestFirst(
    sizes.flatMap(([name, bytes]) => (BACKUP_NAME.test(name) ? [{ name, bytes }] : [])),
  );
}

function newestFirst(backups: { name: string; bytes: number }[]): StoredBackup[] {
  return backups
    .sort((one, other) => (one.name < other.name ? 1 : -1))
    .map((backup) => ({ ...backup, at: backupTime(backup.name) }));
}

/** Opens a backup of a folder, which the caller closes; null for what is not listed there. */
export async function openBackup(folder: string, name: string) {
  if (!BACKUP_NAME.test(name)) return null;
  try {
    return await openRegularFile(join(folder, name));
  } catch (error) {
    if (isMissingFile(error) || error instanceof UnreadableMedia) return null;
    throw error;
  }
}

/** The time at which the newest backup of a folder was begun, by its name; null without one. */
export async function newestBackupAt(folder: string): Promise<Date | null> {
  const [newest] = await listBackups(folder).catch(() => []);
  return newest?.at ?? null;
}

/** Removes all but the newest copies in a bucket. Returns the names of those removed. */
export async function removeOldCopies(bucket: FileBucket, keep: number): Promise<string[]> {
  const old = beyondNewest([...(await bucket.list(NAME_PREFIX)).keys()], keep);
  for (const name of old) await bucket.remove(name);
  return old;
}

/** What killed backups have left in a folder. */
export async function removeStaleDrafts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(NAME_PREFIX) || !name.endsWith(DRAFT_SUFFIX)) continue;
    const path = join(folder, name);
    const draft = await stat(path).catch(() => null);
    if (draft !== null && draft.mtimeMs < now.getTime() - STALE_DRAFT_MS)
      await rm(path, { force: true });
  }
}

function beyondNewest(names: readonly string[], keep: number): string[] {
  const backups = names.filter((name) => BACKUP_NAME.test(name)).sort();
  return backups.slice(0, Math.max(0, backups.length - keep));
}
