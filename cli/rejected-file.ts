import { closeSync, openSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { formatRejection } from "~/features/import/format-rejection";
import type { Rejection } from "~/features/import/source-item";

/** Names a file in the current folder after the source. */
function rejectedFileName(source: string): string {
  return `${basename(source)
    .replace(/\.gz$/i, "")
    .replace(/\.(ndjson|jsonl|json)$/i, "")}.rejected.ndjson`;
}

export interface RejectedFile {
  add(source: string, rejection: Rejection): void;
  close(): string | null;
}

/**
 * Creates the report of an import without `--rejected`. It leaves out relations of titles that the
 * catalog lacks, which a list of all titles has and the operator cannot mend.
 */
export function createDefaultRejectedFile(source: string): RejectedFile {
  const file = createRejectedFile(rejectedFileName(source));
  return {
    ...file,
    add(name, rejection) {
      if (rejection.isOfUnknownTitle !== true) file.add(name, rejection);
    },
  };
}

/** Creates the file with its first row. */
export function createRejectedFile(path: string): RejectedFile {
  let file: number | null = null;
  return {
    add(source, rejection) {
      file ??= openSync(path, "w");
      writeSync(file, `${formatRejection(source, rejection)}\n`);
    },
    close() {
      if (file === null) return null;
      closeSync(file);
      file = null;
      return path;
    },
  };
}
