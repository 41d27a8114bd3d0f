/** Prints a Markdown table whose cells are padded to the widths of their columns. */
export function printTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const lines = [heading, ...rows].map((row) => row.map(String));
  const widths = heading.map((_, column) =>
    Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const [first = "", ...others] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const ruler = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  process.stdout.write(`${[first, ruler, ...others].join("\n")}\n\n`);
}

export function ms(value: number): string {
  return value.toFixed(2);
}
