/** Prints a command's result: as JSON for programs, else as text. */
export function printResult(asJson: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(asJson === true ? `${JSON.stringify(value)}\n` : `${text}\n`);
}

/** Rows in columns of even width, the first row as the head. */
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
