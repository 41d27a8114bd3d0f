import assert from "node:assert/strict";
import { parseCsv, toCsv } from "~/features/watch-list/transfer/csv";
import type { FuzzTarget } from "../target";

/** What the writer writes is read back, and is no formula. */
export default {
  instrumented: ["/app/features/watch-list/transfer/csv", "/csv-parse/", "/csv-stringify/"],
  dictionary: [
    "=",
    "+",
    "-",
    "@",
    "'",
    '"',
    '""',
    "\t",
    "\r",
    "\n",
    ",",
    ";",
    "\u0000",
    "\u0001",
    "\ufeff",
  ],
  run(input) {
    const cells = input.toString("utf8").split("\u0000");
    const rows = [["a", "b"], ...cells.map((cell) => [cell, "x"])];
    const text = toCsv(rows);
    assert.deepEqual(parseCsv(text), rows);
    for (const [cell = ""] of parseRaw(text)) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
  },
} satisfies FuzzTarget;

/** Returns the first cell of each record, as a spreadsheet sees them. */
function parseRaw(text: string): string[][] {
  return [...text.slice(1).matchAll(/(?:^|(?<=,x\r\n))(?:"((?:[^"]|"")*)"|([^",\r\n]*)),/g)].map(
    ([, quoted, plain]) => [(quoted ?? plain ?? "").replaceAll('""', '"')],
  );
}
