/** Cells padded to the widths of their columns, as the formatter writes a table. */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = heading.map((_, column) =>
    Math.max(3, ...[heading, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    toLine(heading),
    toLine(widths.map((width) => "-".repeat(width))),
    ...rows.map(toLine),
  ].join("\n");
}
