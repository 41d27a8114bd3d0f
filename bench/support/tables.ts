import { formatTable } from "./markdown-table";
import { recordTable } from "./results";

export function printTable(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const table = { heading: [...heading], rows: rows.map((row) => row.map(String)) };
  recordTable(table);
  process.stdout.write(`${formatTable(table.heading, table.rows)}\n\n`);
}

export function ms(value: number): string {
  return value.toFixed(2);
}
