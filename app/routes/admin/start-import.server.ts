import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatRejection } from "~/features/import/format-rejection";
import { importFile, type ImportWatcher } from "~/features/import/import-file.server";
import { importJikanListing } from "~/features/import/import-jikan-listing.server";
import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import { hasNoUsableRows, type ImportCounts, type RowKind } from "~/features/import/source-item";
import type { RunHandle } from "~/features/site/runs/site-runs.server";
import type { Services } from "~/http/context";
import { createLiveJikanClient } from "~/providers/jikan/live-client.server";

type Tools = Pick<Services, "config" | "runs">;

const MAX_SUBJECT_LENGTH = 200;

/** Throws `Conflict` while an import is under way. */
export async function startJikanImport({ config, runs }: Tools, startedBy: string): Promise<void> {
  const { baseUrl } = config.jikan;
  await runs.start(
    { kind: "import", subject: `Jikan (${baseUrl.host})`, startedBy },
    async (run) => {
      const { counts } = await importJikanListing(run.db, {
        client: createLiveJikanClient(baseUrl),
        progressFile: createJikanProgressFile(config.dataDir, baseUrl),
        ...toWatcher(run, "jikan"),
      });
      requireUsableRows(counts);
    },
  );
}

/** The file is stored until the import ends. Throws `Conflict` while an import is under way. */
export async function startFileImport(
  { config, runs }: Tools,
  startedBy: string,
  { kind, file }: { kind: RowKind; file: File },
): Promise<void> {
  const subject = file.name.replaceAll("\0", "").slice(0, MAX_SUBJECT_LENGTH) || "upload";
  const folder = join(config.dataDir, "imports");
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  const remove = () => rm(path, { force: true });
  try {
    await writeFile(path, file.stream());
    await runs.start({ kind: "import", subject, startedBy }, async (run) => {
      try {
        requireUsableRows(await importFile(run.db, kind, path, toWatcher(run, subject)));
      } finally {
        await remove();
      }
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

function toWatcher(run: RunHandle, source: string): ImportWatcher {
  return {
    signal: run.signal,
    onRejected: (rejection) => run.reject(formatRejection(source, rejection)),
    onProgress: (counts, fraction) => run.report({ fraction, counts: { ...counts } }),
  };
}

function requireUsableRows(counts: ImportCounts): void {
  if (hasNoUsableRows(counts)) throw new Error("No row could be used; see the rejected rows.");
}
