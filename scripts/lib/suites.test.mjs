import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.mjs";
import {
  playwrightCounts,
  playwrightFailures,
  summaryLine,
  vitestCounts,
  vitestFailures,
} from "./suites.mjs";

test("the summary adds up the suites and omits skipped tests when there are none", () => {
  expect(
    summaryLine([
      { passed: 2, failed: 0, skipped: 0 },
      { passed: 3, failed: 1, skipped: 0 },
    ]),
  ).toBe("5 passed, 1 failed");
  expect(summaryLine([{ passed: 2, failed: 0, skipped: 4 }])).toBe("2 passed, 0 failed, 4 skipped");
  expect(summaryLine([])).toBe("0 passed, 0 failed");
});

test("a test file that fails before its tests counts as one failure, one with failed tests only by those", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed", tags: [] }] },
      { status: "passed", assertionResults: [{ status: "passed", tags: [] }] },
    ],
  };
  expect(vitestCounts(report, "inner")).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

test("skipped tests are those of the tier that could not run", () => {
  const assertionResults = [
    { status: "skipped", tags: [] },
    { status: "todo", tags: [] },
    { status: "skipped", tags: ["outer"] },
    { status: "passed", tags: ["outer"] },
  ];
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [{ status: "passed", assertionResults }],
  };
  expect(vitestCounts(report, "inner").skipped).toBe(2);
  expect(vitestCounts(report, "outer").skipped).toBe(1);
  expect(vitestCounts(report, null).skipped).toBe(3);
});

test("a browser test that passed on its second attempt counts as passed, and one that never did as failed", () => {
  expect(
    playwrightCounts({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] }),
  ).toEqual({ passed: 4, failed: 1, skipped: 2 });
});

test("a browser run that failed outside its tests counts as failed", () => {
  expect(
    playwrightCounts({
      stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
      errors: [{ message: "no server" }],
    }).failed,
  ).toBe(1);
});

test("failures name the file, the test and the error without its stack", () => {
  const failures = vitestFailures({
    testResults: [
      {
        name: join(root, "a.test.ts"),
        status: "failed",
        message: "no\n\n+ way\n    at a",
        assertionResults: [],
      },
      {
        name: join(root, "app", "b.test.ts"),
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "adds" },
          {
            status: "failed",
            fullName: "sum adds",
            failureMessages: ["\u001b[31mError: 3\u001b[39m\n at b"],
          },
        ],
      },
    ],
  });
  expect(failures).toEqual(["a.test.ts: no + way", "app/b.test.ts › sum adds: Error: 3"]);
});

test("failures of the browser tests name the project and the line", () => {
  const result = (message) => ({ errors: message === undefined ? [] : [{ message }] });
  const report = {
    errors: [{ message: "port taken" }],
    suites: [
      {
        suites: [
          {
            specs: [
              {
                file: "list.spec.ts",
                line: 7,
                title: "counts up",
                tests: [
                  { projectName: "desktop", status: "expected", results: [result()] },
                  {
                    projectName: "phone",
                    status: "unexpected",
                    results: [result("Timeout\n\n    at …")],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  expect(playwrightFailures(report)).toEqual(["[phone] list.spec.ts:7 › counts up: Timeout"]);
  expect(playwrightFailures({ errors: [{ message: "port taken" }], suites: [] })).toEqual([
    "run: port taken",
  ]);
});
