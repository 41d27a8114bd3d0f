import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileBucket } from "~/media/storage/s3-bucket.server";
import { backupTime, DRAFT_SUFFIX, NAME_PREFIX } from "./backup-format";

const BACKUP_NAME = /^akari-\d{4}-\d\d-\d\dT\d{6}Z\.tar$/;
/** A backup writes all the time, so this is one of a killed process. */
const STALE_DRAFT_MS = 60 * 60_000;

/** Deletes all but the newest `keep` backups of a folder, and returns the deleted names. */
export async function removeOldBackups(folder: string, keep: number): Promise<string[]> {
  const old = beyondNewest(await readdir(folder), keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}

/** The time at which the newest backup of a folder was begun, by its name; null without one. */
export async function newestBackupAt(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => BACKUP_NAME.test(name))
    .sort()
    .at(-1);
  return newest === undefined ? null : backupTime(newest);
}

/** Removes all but the newest copies in a bucket. Returns the names of those removed. */
export async function removeOldCopies(bucket: FileBucket, keep: number): Promise<string[]> {
  const old = beyondNewest(await bucket.list(NAME_PREFIX), keep);
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
