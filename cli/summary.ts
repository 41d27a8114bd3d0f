import type { ImportCounts, RowKind } from "~/features/import/source-item";
import { printResult } from "./output";

export interface ImportResult {
  counts: Partial<Record<RowKind, ImportCounts>>;
  /** Files with rejected rows and their reasons. */
  reports: string[];
  hasFailed: boolean;
}

/** Returns the exit code. */
export function printImport(
  asJson: boolean | undefined,
  { counts, reports, hasFailed }: ImportResult,
): number {
  const lines = [
    summaryTable(counts),
    ...reports.map((report) => `Rejected rows with their reasons: ${report}`),
  ];
  printResult(asJson, { ok: !hasFailed, counts, rejected_files: reports }, lines.join("\n"));
  return hasFailed ? 1 : 0;
}

const COLUMNS = ["added", "changed", "unchanged", "rejected"] as const;
const OPTIONAL_COLUMNS = ["unknown", "unreadable", "repeated"] as const;
const whole = new Intl.NumberFormat("en");

function summaryTable(counts: Partial<Record<RowKind, ImportCounts>>): string {
  const columns = [
    ...COLUMNS,
    ...OPTIONAL_COLUMNS.filter((column) =>
      Object.values(counts).some((count) => count[column] !== undefined),
    ),
  ];
  const head = ["", ...columns];
  const rows = Object.entries(counts).map(([kind, count]) => [
    kind,
    ...columns.map((column) => whole.format(count[column] ?? 0)),
  ]);
  return [head, ...rows]
    .map(
      ([kind = "", ...cells]) => kind.padEnd(10) + cells.map((cell) => cell.padStart(12)).join(""),
    )
    .join("\n");
}
