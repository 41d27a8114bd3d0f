import { basename } from "node:path";
import { importFile } from "~/features/import/import-file.server";
import {
  emptyCounts,
  hasNoUsableRows,
  ROW_KINDS,
  type RowKind,
} from "~/features/import/source-item";
import type { Database } from "~db/client.server";
import { createProgressDisplay } from "./progress";
import { createDefaultRejectedFile, createRejectedFile } from "./rejected-file";
import { describeError } from "./run";
import type { ImportResult } from "./summary";

export interface ImportFilesOptions {
  files: Partial<Record<RowKind, string | undefined>>;
  /** One file for all rejected rows, instead of one per source. */
  rejected: string | undefined;
  signal: AbortSignal;
}

export async function importFiles(
  db: Database,
  { files, rejected, signal }: ImportFilesOptions,
): Promise<ImportResult> {
  const summary: ImportResult["counts"] = {};
  const reports = new Set<string>();
  const common = rejected === undefined ? null : createRejectedFile(rejected);
  let failed = false;
  for (const kind of ROW_KINDS) {
    const path = files[kind];
    if (path === undefined || signal.aborted) continue;
    const rejectedFile = common ?? createDefaultRejectedFile(path);
    const display = createProgressDisplay(kind);
    const counts = emptyCounts();
    summary[kind] = counts;
    try {
      await importFile(db, kind, path, {
        signal,
        onRejected: (rejection) => rejectedFile.add(basename(path), rejection),
        onProgress: (now, fraction) => {
          Object.assign(counts, now);
          display.update({
            fraction,
            rows: now.added + now.changed + now.unchanged + now.rejected + (now.unknown ?? 0),
          });
        },
      });
      display.finish();
      failed ||= hasNoUsableRows(counts);
    } catch (error) {
      display.finish();
      process.stderr.write(`Importing ${path} failed: ${describeError(error)}\n`);
      failed = true;
    }
    const report = rejectedFile.close();
    if (report !== null) reports.add(report);
  }
  if (signal.aborted) process.stderr.write("Interrupted. Run the import again to finish it.\n");
  return { counts: summary, reports: [...reports], hasFailed: failed };
}
