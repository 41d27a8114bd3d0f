import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isNotNull } from "drizzle-orm";
import type { Config } from "~/config/config.server";
import type { Database } from "~db/client.server";
import { jobRuns } from "~db/schema";

/** An upload is stored before its run is enqueued. */
const MIN_AGE_MS = 60 * 60_000;

/**
 * The folder in which uploads wait for their import. Other instances have it only if they share the
 * folder.
 */
export function importsFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "imports");
}

/** The names of the files that runs may need and that this instance has. */
export async function listLocalFiles(config: Pick<Config, "dataDir">): Promise<string[]> {
  return readdir(importsFolder(config)).catch(() => []);
}

/** Deletes the file of a run that has ended for good. */
export async function removeLocalFile(
  config: Pick<Config, "dataDir">,
  file: string,
): Promise<void> {
  await rm(join(importsFolder(config), file), { force: true });
}

/** Deletes files whose run was dismissed, or whose process was killed as it ended. */
export async function removeUnneededFiles(
  db: Database,
  config: Pick<Config, "dataDir">,
): Promise<void> {
  const files = await listLocalFiles(config);
  if (files.length === 0) return;
  const rows = await db
    .select({ file: jobRuns.localFile })
    .from(jobRuns)
    .where(isNotNull(jobRuns.localFile));
  const needed = new Set(rows.map(({ file }) => file));
  for (const file of files) {
    const { mtimeMs } = await stat(join(importsFolder(config), file));
    if (Date.now() - mtimeMs > MIN_AGE_MS && !needed.has(file)) await removeLocalFile(config, file);
  }
}
