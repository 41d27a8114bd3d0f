import { formatRejection } from "~/features/import/format-rejection";
import type { ImportWatcher } from "~/features/import/import-file.server";
import type { RunHandle } from "./track-run.server";

/** Makes an import a run, with its progress and the rows that it rejects. */
export function watchImport(run: RunHandle, source: string): ImportWatcher {
  return {
    signal: run.signal,
    onRejected: (rejection) => run.reject(formatRejection(source, rejection)),
    onProgress: (counts, fraction) => run.report({ fraction, counts: { ...counts } }),
  };
}
