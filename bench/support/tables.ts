import { recordTable } from "./results";

export function printTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  recordTable({
    heading: heading.map(String),
    rows: rows.map((row) => row.map(String)),
  });
  const lines = [heading, ...rows].map((row) => row.map(String));
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const write = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [first = [], ...rest] = lines;
  process.stdout.write(
    `${[write(first), write(widths.map((width) => "-".repeat(width))), ...rest.map(write)].join("\n")}\n\n`,
  );
}

export function ms(value: number): string {
  return value.toFixed(2);
}
