import { join } from "node:path";
import { expect, test } from "vitest";
import { playwrightTests, vitestTests } from "./reports.mjs";
import { root } from "./run.mjs";

const vitestReport = (assertionResults, more = {}) => ({
  testResults: [
    { name: join(root, "app", "a.test.ts"), status: "passed", assertionResults, ...more },
  ],
});

test("Vitest's failures have the file, the test and the error without its stack", () => {
  const report = vitestReport([
    { status: "passed", fullName: "adds", tags: [] },
    {
      status: "failed",
      fullName: "sum adds",
      tags: [],
      failureMessages: ["\u001b[31mError: 3\u001b[39m\n\n+ 4\n at b"],
    },
  ]);
  expect(vitestTests(report, "main")).toEqual([
    {
      name: "app/a.test.ts › adds",
      file: "app/a.test.ts",
      isFile: false,
      status: "passed",
      message: "",
    },
    {
      name: "app/a.test.ts › sum adds",
      file: "app/a.test.ts",
      isFile: false,
      status: "failed",
      message: "Error: 3 + 4",
    },
  ]);
});

test("a file that fails before its tests is one failure, one with failed tests only those", () => {
  const broken = vitestReport([], { status: "failed", message: "no\n\n+ way\n    at a" });
  expect(vitestTests(broken, "main")).toEqual([
    {
      name: "app/a.test.ts",
      file: "app/a.test.ts",
      isFile: true,
      status: "failed",
      message: "no + way",
    },
  ]);
  const failed = vitestReport([{ status: "failed", fullName: "adds", tags: [] }], {
    status: "failed",
  });
  expect(vitestTests(failed, "main")).toHaveLength(1);
});

test("skipped tests are those of the tier that could not run", () => {
  const report = vitestReport([
    { status: "skipped", fullName: "a", tags: [] },
    { status: "todo", fullName: "b", tags: [] },
    { status: "skipped", fullName: "c", tags: ["rest"] },
    { status: "passed", fullName: "d", tags: ["rest"] },
  ]);
  const skipped = (tier) =>
    vitestTests(report, tier)
      .filter(({ status }) => status === "skipped")
      .map(({ name }) => name.at(-1));
  expect(skipped("main")).toEqual(["a", "b"]);
  expect(skipped("rest")).toEqual(["c"]);
  expect(skipped(null)).toEqual(["a", "b", "c"]);
});

/** A report of one test, which ran as `phone` with this outcome. */
const playwrightReport = (outcome, errors = []) => ({
  errors: errors.map((message) => ({ message })),
  suites: [
    {
      suites: [
        {
          specs: [
            {
              file: "list.spec.ts",
              line: 7,
              title: "counts up",
              tests: [{ projectName: "phone", results: [{ errors: [] }], ...outcome }],
            },
          ],
        },
      ],
    },
  ],
});
const NAME = "[phone] tests/e2e/list.spec.ts:7 › counts up";
const FILE = "tests/e2e/list.spec.ts";

test("Playwright's failures have the project, the line and the error", () => {
  const failed = {
    status: "unexpected",
    results: [{ errors: [{ message: "Timeout\n\n    at …" }] }],
  };
  expect(playwrightTests(playwrightReport(failed, ["port taken"]))).toEqual([
    { name: NAME, file: FILE, isFile: false, status: "failed", message: "Timeout" },
  ]);
});

test("a browser test that was skipped says why, and one that was not reached is left out", () => {
  const skipped = {
    status: "skipped",
    annotations: [{ type: "skip", description: "A finger's." }],
  };
  expect(playwrightTests(playwrightReport(skipped))).toEqual([
    { name: NAME, file: FILE, isFile: false, status: "skipped", message: "A finger's." },
  ]);
  expect(playwrightTests(playwrightReport({ status: "skipped", results: [] }))).toEqual([]);
});

test("a browser run that failed outside its tests is a failure without a file", () => {
  expect(playwrightTests(playwrightReport({ status: "expected" }, ["port taken"]))).toEqual([
    { name: NAME, file: FILE, isFile: false, status: "passed", message: "" },
    {
      name: "outside of all tests",
      file: null,
      isFile: true,
      status: "failed",
      message: "port taken",
    },
  ]);
});
