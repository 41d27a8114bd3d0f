import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { applyMutant, findMutants } from "../mutation/mutants";
import { createTypeCheck } from "../mutation/types";

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

it("checks the types of a changed module, and of the next one as if nothing had changed", () => {
  const root = mkdtempSync(join(tmpdir(), "akari-types-"));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  const write = (file: string, text: string) => {
    writeFileSync(join(root, file), text);
  };
  const state = 'export const state: "seen" | "planned" = "seen";';
  const reader = 'import { state } from "./state";\nexport const isSeen = state === "seen";';
  write("tsconfig.json", '{ "compilerOptions": { "strict": true, "lib": ["ES5"], "types": [] } }');
  write("state.ts", state);
  write("reader.ts", reader);
  const isRefused = createTypeCheck(root, ["state.ts", "reader.ts"]);
  expect(isRefused("state.ts", state.replace('= "seen"', '= ""'))).toBe(true);
  expect(isRefused("state.ts", state.replace('"seen" |', '"other" |'))).toBe(true);
  expect(isRefused("state.ts", state.replaceAll('"seen"', '"other"'))).toBe(false);
  expect(isRefused("reader.ts", reader.replace('"seen"', '""'))).toBe(true);
  expect(isRefused("reader.ts", reader)).toBe(false);
  write("wrong.ts", 'export const count: number = "";');
  expect(() => createTypeCheck(root, ["wrong.ts"])).toThrow("wrong.ts(1,14): error TS2322");
});
