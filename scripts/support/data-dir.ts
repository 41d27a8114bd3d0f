import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningPostmaster, stopPostmaster, type Postmaster } from "~db/embedded/postmaster.server";
import { getStartTime } from "~db/embedded/process.server";
import { filesIn, readShelter } from "~db/embedded/placement.server";

const PREFIX = "akari-test-";

/** PostgreSQL, which runs under another account for root, may pass but not look into it. */
export function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Stops its embedded database, too. */
export async function removeDataDir(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const postmaster of runningDatabases(folder)) await stopPostmaster(postmaster);
  const shelter = readShelter(filesIn(folder));
  if (shelter !== null) rmSync(shelter, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Lists databases; none when none runs. */
export function runningDatabases(folder: string): Postmaster[] {
  return clusterFolders(folder).flatMap((place) => runningPostmaster(place) ?? []);
}

function clusterFolders(folder: string): string[] {
  const shelter = readShelter(filesIn(folder));
  const { data } = filesIn(folder);
  return [data, ...(shelter === null ? [] : [join(shelter, "postgres")])];
}

/**
 * Makes writes wait for no disk in a running database that does not have to survive the machine.
 */
export function turnOffSync(folder: string): void {
  for (const place of clusterFolders(folder)) {
    const postmaster = runningPostmaster(place);
    if (postmaster === null) continue;
    appendFileSync(
      join(place, "postgresql.auto.conf"),
      "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n",
    );
    process.kill(postmaster.pid, "SIGHUP");
  }
}

/** Removes the folders of test runs that were killed. */
export async function removeAbandonedDataDirs(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && getStartTime(Number(pid)) === null)
      await removeDataDir(join(tmpdir(), name));
  }
}
