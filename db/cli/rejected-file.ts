import { closeSync, openSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { Rejection } from "~/features/catalog/import/source-line";

/** Where the refused rows of a source go when nobody says otherwise: into the current folder, named after the source. */
export function rejectedFileName(source: string): string {
  return `${basename(source)
    .replace(/\.gz$/i, "")
    .replace(/\.(ndjson|jsonl|json)$/i, "")}.rejected.ndjson`;
}

export interface RejectedFile {
  add(source: string, rejection: Rejection): void;
  /** Closes the file; answers its path if anything was refused. */
  close(): string | null;
}

/** Collects refused rows, one JSON object a line: `{source, kind, line, reason, row}`. The file is made at the first one. */
export function createRejectedFile(path: string): RejectedFile {
  let file: number | null = null;
  return {
    add(source, { kind, at, reason, row }) {
      file ??= openSync(path, "w");
      writeSync(file, `${JSON.stringify({ source, kind, ...at, reason, row })}\n`);
    },
    close() {
      if (file === null) return null;
      closeSync(file);
      file = null;
      return path;
    },
  };
}
