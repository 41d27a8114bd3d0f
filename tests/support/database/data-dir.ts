import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningPostmaster, stopPostmaster } from "~db/embedded/postmaster.server";
import { startTimeOf } from "~db/embedded/process.server";
import { filesIn } from "~db/embedded/placement.server";

const PREFIX = "akari-test-";

/** A fresh DATA_DIR for one test run. It is open to every account, as PostgreSQL under root needs it. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes a DATA_DIR and what the embedded database keeps elsewhere for it. A server that still runs there is stopped. */
export async function removeDataDir(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const { data, shelterPointer } = filesIn(folder);
  const shelter = existsSync(shelterPointer) ? readFileSync(shelterPointer, "utf8").trim() : null;
  for (const place of shelter === null ? [data] : [data, join(shelter, "postgres")]) {
    const left = runningPostmaster(place);
    if (left !== null) await stopPostmaster(left);
  }
  if (shelter !== null) rmSync(shelter, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Removes what test runs left behind that were killed before they could clean up. */
export async function removeAbandonedDataDirs(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && startTimeOf(Number(pid)) === null)
      await removeDataDir(join(tmpdir(), name));
  }
}
