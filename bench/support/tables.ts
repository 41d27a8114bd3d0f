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

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return (
    sorted[
      Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1))
    ] ?? 0
  );
}

export function ms(value: number): string {
  return value.toFixed(2);
}
