import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isOfTier, vitestTier } from "./tiers.mjs";

const base = mkdtempSync(join(tmpdir(), "akari-tiers-"));
afterAll(() => rmSync(base, { recursive: true }));

mkdirSync(join(base, "app", "deep"), { recursive: true });
const write = (name, text) => writeFileSync(join(base, "app", name), text);
write("plain.test.ts", "it('adds', () => {});\n");
write("outer.ts", "// @module-tag outer\n");
write("deep/outer.test.ts", '// @module-tag outer\nit("adds", () => {});\n');
write("bench.test.tsx", "// @module-tag bench\n");
write("mixed.test.ts", 'it("adds", { tags: "outer" }, () => {});\nit("subtracts", () => {});\n');
write("both.test.mjs", 'describe("sums", { tags: ["outer", "bench"] }, () => {});\n');

test("the inner tier is every file but those that have a tag as a whole", () => {
  expect(vitestTier("inner", base, ["app"])).toEqual([
    "--tags-filter=!outer && !bench",
    "--exclude=app/bench.test.tsx",
    "--exclude=app/deep/outer.test.ts",
  ]);
});

test("another tier is the files that mention its tag", () => {
  expect(vitestTier("outer", base, ["app"])).toEqual([
    "--tags-filter=outer && !bench",
    "app/both.test.mjs",
    "app/deep/outer.test.ts",
    "app/mixed.test.ts",
  ]);
  expect(vitestTier("bench", base, ["app"])).toEqual([
    "--tags-filter=bench",
    "app/bench.test.tsx",
    "app/both.test.mjs",
  ]);
});

test("every test is of one tier", () => {
  expect(isOfTier([], "inner")).toBe(true);
  expect(isOfTier([], "outer")).toBe(false);
  expect(isOfTier(["outer"], "inner")).toBe(false);
  expect(isOfTier(["outer"], "outer")).toBe(true);
  expect(isOfTier(["bench"], "inner")).toBe(false);
  expect(isOfTier(["bench"], "bench")).toBe(true);
  expect(isOfTier(["outer", "bench"], "outer")).toBe(false);
  expect(isOfTier(["outer", "bench"], "bench")).toBe(true);
  expect(isOfTier(["bench"], null)).toBe(true);
});
