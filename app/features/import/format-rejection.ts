import type { Rejection } from "./source-item";

/** A line of NDJSON: `{source, kind, line, reason, row}`, with `page` and `item` for Jikan. */
export function formatRejection(source: string, { kind, at, reason, row }: Rejection): string {
  return JSON.stringify({ source, kind, ...at, reason, row });
}
