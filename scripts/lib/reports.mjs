import { relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run.mjs";
import { isOfTier } from "./tiers.mjs";

/**
 * One test, or a file that failed outside of its tests (`isFile`). `name` begins with the file's
 * path; `file` is that path, and null for what belongs to no file. `message` is the first error on
 * one line, or why the test was skipped.
 *
 * @typedef {{
 *   name: string,
 *   file: string | null,
 *   isFile: boolean,
 *   status: "passed" | "flaky" | "failed" | "skipped",
 *   message: string,
 * }} TestResult
 */

const NOT_RUN = ["pending", "skipped", "todo"];

/** Long enough for an assertion and the difference that it found. */
const MAX_MESSAGE_LENGTH = 400;

/**
 * Reads Vitest's report. The tests of other tiers, which Vitest reports as skipped, are left out;
 * so is what was not run because too much failed before.
 *
 * @param {import("./tiers.mjs").Tier | null} tier
 * @returns {TestResult[]}
 */
export function vitestTests(report, tier) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = projectPath(name);
    const tests = assertionResults
      .filter((test) => !NOT_RUN.includes(test.status) || isOfTier(test.tags, tier))
      .map((test) => ({
        name: `${file} › ${test.fullName}`,
        file,
        isFile: false,
        status: NOT_RUN.includes(test.status) ? "skipped" : test.status,
        message: oneLine(test.failureMessages?.[0]),
      }));
    const isBroken = status === "failed" && tests.every((test) => test.status !== "failed");
    return isBroken
      ? [...tests, { name: file, file, isFile: true, status: "failed", message: oneLine(message) }]
      : tests;
  });
}

/**
 * Reads Playwright's report. What was not run because too much failed before is left out.
 * @returns {TestResult[]}
 */
export function playwrightTests(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const tests = report.suites.flatMap(specs).flatMap((spec) =>
    spec.tests
      .filter(({ status, results }) => status !== "skipped" || results.length > 0)
      .map((test) => ({
        name: `[${test.projectName}] tests/e2e/${spec.file}:${spec.line} › ${spec.title}`,
        file: `tests/e2e/${spec.file}`,
        isFile: false,
        status: PLAYWRIGHT_STATUSES[test.status],
        message: oneLine(
          test.status === "skipped"
            ? test.annotations?.find(({ type }) => type === "skip")?.description
            : test.results.flatMap(({ errors }) => errors)[0]?.message,
        ),
      })),
  );
  if (tests.some(({ status }) => status === "failed")) return tests;
  return [
    ...tests,
    ...report.errors.map((error) => ({
      name: "outside of all tests",
      file: null,
      isFile: true,
      status: "failed",
      message: oneLine(error.message),
    })),
  ];
}

const PLAYWRIGHT_STATUSES = {
  expected: "passed",
  flaky: "flaky",
  skipped: "skipped",
  unexpected: "failed",
};

function projectPath(path) {
  return relative(root, path).split(sep).join("/");
}

/** Leaves out the stack. */
function oneLine(message) {
  const [text = ""] = stripVTControlCharacters(message ?? "").split(/\n\s+at /);
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_LENGTH);
}
