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
write("rest.ts", "// @module-tag rest\n");
write("deep/rest.test.ts", '// @module-tag rest\nit("adds", () => {});\n');
write("nightly.test.tsx", "// @module-tag nightly\n");
write("mixed.test.ts", 'it("adds", { tags: "rest" }, () => {});\nit("subtracts", () => {});\n');
write("both.test.mjs", 'describe("sums", { tags: ["rest", "nightly"] }, () => {});\n');

test("the main tier is every file but those that have a tag as a whole", () => {
  expect(vitestTier("main", [], base, ["app"])).toEqual([
    "--tags-filter=!rest && !nightly",
    "--exclude=app/deep/rest.test.ts",
    "--exclude=app/nightly.test.tsx",
  ]);
});

test("another tier is the files that mention its tag", () => {
  expect(vitestTier("rest", [], base, ["app"])).toEqual([
    "--tags-filter=rest && !nightly",
    "app/both.test.mjs",
    "app/deep/rest.test.ts",
    "app/mixed.test.ts",
  ]);
  expect(vitestTier("nightly", [], base, ["app"])).toEqual([
    "--tags-filter=nightly",
    "app/both.test.mjs",
    "app/nightly.test.tsx",
  ]);
});

test("files that are named run with the tier's tags", () => {
  expect(vitestTier("rest", ["app/mixed.test.ts"], base, ["app"])).toEqual([
    "--tags-filter=rest && !nightly",
    "app/mixed.test.ts",
  ]);
});

test("every test is of one tier", () => {
  expect(isOfTier([], "main")).toBe(true);
  expect(isOfTier([], "rest")).toBe(false);
  expect(isOfTier(["rest"], "main")).toBe(false);
  expect(isOfTier(["rest"], "rest")).toBe(true);
  expect(isOfTier(["nightly"], "main")).toBe(false);
  expect(isOfTier(["nightly"], "nightly")).toBe(true);
  expect(isOfTier(["rest", "nightly"], "rest")).toBe(false);
  expect(isOfTier(["rest", "nightly"], "nightly")).toBe(true);
  expect(isOfTier(["nightly"], null)).toBe(true);
});
