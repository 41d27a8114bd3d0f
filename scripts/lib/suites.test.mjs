import { expect, test } from "vitest";
import {
  countTests,
  notableLines,
  runSuite,
  selectSuites,
  settle,
  summaryLine,
} from "./suites.mjs";

const one = (name, status, message = "") => ({
  name: `a.test.ts › ${name}`,
  file: "a.test.ts",
  isFile: false,
  status,
  message,
});
const brokenFile = {
  name: "a.test.ts",
  file: "a.test.ts",
  isFile: true,
  status: "failed",
  message: "no port",
};
const outside = {
  name: "outside of all tests",
  file: null,
  isFile: true,
  status: "failed",
  message: "code 1",
};

/** Answers each run of a suite with the next report, and records what was asked for. */
function fakeRuns(...reports) {
  const asked = [];
  const run = (_, files, options) => {
    asked.push({ files, alone: options !== undefined });
    return Promise.resolve(reports.shift());
  };
  return { asked, run };
}
const suite = { suite: { alone: ["--alone"] }, paths: [] };

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

test("flaky tests count as passed", () => {
  expect(
    countTests([one("a", "passed"), one("b", "flaky"), one("c", "failed"), one("d", "skipped")]),
  ).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

test("what did not simply pass has a line, failures last", () => {
  expect(
    notableLines("unit", [
      one("a", "failed", "3"),
      one("b", "passed"),
      one("c", "skipped"),
      one("d", "flaky", "late"),
    ]),
  ).toEqual([
    "skipped: unit: a.test.ts › c",
    "flaky: unit: a.test.ts › d: late",
    "failed: unit: a.test.ts › a: 3",
  ]);
});

test("a suite without failures runs once", async () => {
  const { asked, run } = fakeRuns([one("a", "passed")]);
  expect(await runSuite(suite, run)).toEqual([one("a", "passed")]);
  expect(asked).toHaveLength(1);
});

test("files with failures run once more alone, and what passes then is flaky", async () => {
  const { asked, run } = fakeRuns(
    [one("a", "failed", "late"), one("b", "failed", "1"), one("c", "passed")],
    [one("a", "passed"), one("b", "failed", "2"), one("c", "passed")],
  );
  expect(await runSuite(suite, run)).toEqual([
    one("a", "flaky", "late"),
    one("b", "failed", "2"),
    one("c", "passed"),
  ]);
  expect(asked).toEqual([
    { files: [], alone: false },
    { files: ["a.test.ts"], alone: true },
  ]);
});

test.each([
  [10, 2],
  [11, 1],
])("%d failures are %d runs", async (failures, runs) => {
  const failed = Array.from({ length: failures }, (_, index) => one(`t${index}`, "failed", "no"));
  const { asked, run } = fakeRuns([one("a", "passed"), one("b", "skipped"), ...failed], failed);
  const result = await runSuite(suite, run);
  expect(asked).toHaveLength(runs);
  expect(countTests(result).failed).toBe(failures);
});

test("a suite that failed before its first test does not run again", async () => {
  const { asked, run } = fakeRuns([outside]);
  expect(await runSuite(suite, run)).toEqual([outside]);
  expect(asked).toHaveLength(1);
});

test("an error outside of all tests runs the whole suite again", async () => {
  const { asked, run } = fakeRuns([one("a", "passed"), outside], [one("a", "passed")]);
  expect(countTests(await runSuite(suite, run))).toEqual({ passed: 2, failed: 0, skipped: 0 });
  expect(asked[1]).toEqual({ files: [], alone: true });
});

test("a file that loads at the second try is flaky, and its tests count", () => {
  expect(settle([brokenFile], [one("a", "passed")])).toEqual([
    { ...brokenFile, status: "flaky" },
    one("a", "passed"),
  ]);
  expect(settle([brokenFile], [brokenFile])).toEqual([brokenFile]);
});

test("a failure that the second try does not repeat stays one", () => {
  const failed = one("a", "failed", "no");
  expect(settle([failed], [])).toEqual([failed]);
  expect(settle([failed], [one("a", "skipped")])).toEqual([failed]);
  expect(settle([failed], [brokenFile])[0]).toEqual(failed);
});

test("tests of the same name are flaky only if all of them pass", () => {
  const failed = one("a", "failed", "no");
  expect(settle([failed], [one("a", "passed"), one("a", "failed", "again")])[0]).toEqual(
    one("a", "failed", "again"),
  );
});

test("tiers, suites and paths select what runs", () => {
  expect(selectSuites(["main"]).map(({ name }) => name)).toEqual(["unit", "integration", "e2e"]);
  expect(
    selectSuites(["netns", "app/jobs", "tests/e2e/offline.spec.ts", "tests/unit/docs.test.ts"]).map(
      ({ name, paths }) => [name, paths],
    ),
  ).toEqual([
    ["netns", []],
    ["e2e", ["tests/e2e/offline.spec.ts"]],
    ["unit", ["app/jobs", "tests/unit/docs.test.ts"]],
  ]);
});
