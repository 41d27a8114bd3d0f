import { formatTable } from "./markdown-table";

/** Costs by machine and major version of Node, then by name. */
export type RecordedCosts = Record<string, Record<string, number>>;

const START = "<!-- recorded costs: written by `npm run bench -- … --record` -->\n\n";
const END = "\n\n<!-- end of recorded costs -->";

/** The page with a table of `recorded` between its two markers. */
export function writeRecordedCosts(page: string, recorded: RecordedCosts): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error("The page has no place for recorded costs");
  return page.slice(0, start + START.length) + toTable(recorded) + page.slice(end);
}

function toTable(recorded: RecordedCosts): string {
  const machines = Object.keys(recorded);
  const names = [...new Set(Object.values(recorded).flatMap(Object.keys))].sort();
  return formatTable(
    ["processor time ÷ reference", ...machines],
    names.map((name) => [
      name,
      ...machines.map((machine) => recorded[machine]?.[name]?.toPrecision(3) ?? ""),
    ]),
  );
}
