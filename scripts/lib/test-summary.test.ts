import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { printSummary, type TestResult } from "./test-summary";

const root = join(import.meta.dirname, "../..");

function linesOf(...results: TestResult[]): string[] {
  const lines: string[] = [];
  printSummary(results, (line) => lines.push(line));
  return lines;
}

it("names what did not simply pass, failures last, and counts flaky tests as passed", () => {
  const lines = linesOf(
    { name: "a", status: "failed", message: "\u001b[31mError: 3\u001b[39m\n\n+ 4\n    at b" },
    { name: "b", status: "passed" },
    { name: "c", status: "skipped" },
    { name: "d", status: "flaky", message: "late" },
  );
  expect(lines).toEqual([
    "skipped: c",
    "flaky: d: late",
    "failed: a: Error: 3 + 4",
    "2 passed, 1 failed, 1 skipped",
  ]);
});

it("says nothing of skipped tests where there are none", () => {
  expect(linesOf({ name: "a", status: "passed" })).toEqual(["1 passed, 0 failed"]);
  expect(linesOf()).toEqual(["0 passed, 0 failed"]);
});

/** Runs a test runner on these files. Returns the lines of its summary and its exit status. */
function runSeeded(files: Record<string, string>, args: readonly string[]) {
  // Playwright's tests find its package in a folder above.
  const folder = mkdtempSync(join(root, "node_modules", ".test-summary-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const isOfSummary = /^(?:flaky|skipped|failed): |^\d+ passed, /;
  return { lines: stdout.split("\n").filter((line) => isOfSummary.test(line)), status };
}

it("tells what became of each test that Vitest ran", () => {
  const files = {
    "vitest.config.mjs": `export default { test: {
      globals: true, retry: 1, tags: [{ name: "rest" }],
      reporters: [${JSON.stringify(join(root, "scripts/lib/vitest-summary.ts"))}],
    } };`,
    "tests.test.mjs": `let tries = 0;
      it("is flaky", () => { expect(tries++).toBe(1); });
      it("is broken", () => { expect(1).toBe(2); });
      it("passes", () => {});
      it.skip("needs a moon", () => {});
      it("is of another tier", { tags: "rest" }, () => {});
      describe("a suite", () => {
        beforeAll(() => { throw new Error("no port"); });
        it("is not reached", () => {});
      });`,
    "unloadable.test.mjs": `throw new Error("no module");`,
  };
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { lines, status } = runSeeded(files, [vitest, "run", "--tags-filter=!rest"]);
  expect(lines.map((line) => line.replace(/ \/\/ .*/, ""))).toEqual([
    "skipped: tests.test.mjs › needs a moon",
    "skipped: tests.test.mjs › a suite > is not reached",
    "flaky: tests.test.mjs › is flaky: expected +0 to be 1",
    "failed: tests.test.mjs › is broken: expected 1 to be 2",
    "failed: tests.test.mjs › a suite: no port",
    "failed: unloadable.test.mjs: no module",
    "2 passed, 3 failed, 2 skipped",
  ]);
  expect(status).toBe(1);
});

it("tells what became of each test that Playwright ran", () => {
  const files = {
    "playwright.config.mjs": `export default {
      retries: 1, projects: [{ name: "desktop" }],
      reporter: ${JSON.stringify(join(root, "scripts/lib/playwright-summary.ts"))},
    };`,
    "tests.spec.mjs": `import { test } from "@playwright/test";
      test("is flaky", ({}, { retry }) => { if (retry === 0) throw new Error("late"); });
      test("is broken", () => { throw new Error("no"); });
      test("passes", () => {});
      test("is skipped", () => { test.skip(true, "Needs a moon."); });`,
  };
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const { lines, status } = runSeeded(files, [playwright, "test"]);
  expect(lines).toEqual([
    "skipped: desktop › tests.spec.mjs › is skipped: Needs a moon.",
    "flaky: desktop › tests.spec.mjs › is flaky: Error: late",
    "failed: desktop › tests.spec.mjs › is broken: Error: no",
    "2 passed, 1 failed, 1 skipped",
  ]);
  expect(status).toBe(1);
});
