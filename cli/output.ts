export function printResult(asJson: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(asJson === true ? `${JSON.stringify(value)}\n` : `${text}\n`);
}

/** Aligns columns; the first row is the head. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
