import type { ImportCounts, RowKind } from "~/features/import/source-item";

const COLUMNS = ["added", "changed", "unchanged", "rejected"] as const;
const whole = new Intl.NumberFormat("en");

export function summaryTable(counts: Partial<Record<RowKind, ImportCounts>>): string {
  const head = ["", ...COLUMNS];
  const rows = Object.entries(counts).map(([kind, count]) => [
    kind,
    ...COLUMNS.map((column) => whole.format(count[column])),
  ]);
  return [head, ...rows]
    .map(
      ([kind = "", ...cells]) => kind.padEnd(10) + cells.map((cell) => cell.padStart(12)).join(""),
    )
    .join("\n");
}
