import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PATCHES, patchPackages } from "./patches.mjs";
import { root } from "./run.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patches-"));
  mkdirSync(join(folder, "node_modules", "leaky"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const patch = {
  file: "leaky/index.js",
  replace: "drip()",
  by: "drip(); close($1)",
  why: "it leaks",
};
const file = () => join(folder, "node_modules", "leaky", "index.js");

test("a repair is made once, whatever stands in it", () => {
  writeFileSync(file(), "open()\ndrip()\n");
  for (let n = 0; n < 2; n += 1) patchPackages(folder, [patch]);
  expect(readFileSync(file(), "utf8")).toBe("open()\ndrip(); close($1)\n");
});

test("a package of another version stops the installation and says what to look for", () => {
  writeFileSync(file(), "open()\n");
  expect(() => patchPackages(folder, [patch])).toThrow("it leaks");
});

test("a package that is not installed is none of its business", () => {
  expect(() => patchPackages(folder, [{ ...patch, file: "absent/index.js" }])).not.toThrow();
});

test("every repair is in place in the packages that these tests run on", () => {
  for (const { file: name, by } of PATCHES)
    expect(readFileSync(join(root, "node_modules", name), "utf8")).toContain(by);
});
