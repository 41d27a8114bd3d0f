import { expect, it } from "vitest";
import { applyMutant, findMutants } from "../mutation/mutants";

const changed = (text: string) => findMutants(text).map((mutant) => applyMutant(text, mutant));

it.each([
  ["if (a < 1) b();", ["if (!(a < 1)) b();", "if (a <= 1) b();", "if (a < 2) b();"]],
  [
    "const all = list.some(Boolean) && !none;",
    [
      "const all = list.every(Boolean) && !none;",
      "const all = list.some(Boolean) || !none;",
      "const all = list.some(Boolean) && none;",
    ],
  ],
  [
    'const word = ok ? "yes" : "";',
    ['const word = !(ok) ? "yes" : "";', 'const word = ok ? "" : "";'],
  ],
  [
    "const rows = sql`NOT ${a} AND ${b}`;",
    ["const rows = sql`${a} AND ${b}`;", "const rows = sql`NOT ${a} OR ${b}`;"],
  ],
  ['import { a } from "b";\ntype C = "c" | true;\nexport { a } from "d";', []],
  ['const text = "a" + b;', ['const text = "" + b;']],
])("changes %s", (text, expected) => {
  expect(changed(text)).toEqual(expected);
});
