import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { playwrightTests, vitestTests } from "./reports.mjs";
import { root, run } from "./run.mjs";
import { say } from "./say.mjs";
import { PLAYWRIGHT_TIERS, vitestTier } from "./tiers.mjs";

/** @typedef {import("./tiers.mjs").Tier} Tier */
/** @typedef {import("./reports.mjs").TestResult} TestResult */

/** A larger number of failures is no accident: the suite ends, without a second try. */
const MAX_FAILURES = 10;

/** The suites, fastest first in each tier. */
export const SUITES = {
  unit: vitest("main", ["unit"]),
  integration: vitest("main", ["integration"]),
  e2e: playwright("main"),
  "integration-rest": vitest("rest", ["unit", "integration"]),
  netns: vitest(null, ["netns"], [join(root, "scripts", "in-own-network.mjs")]),
  catalog: catalog("main"),
  "e2e-rest": playwright("rest"),
  "integration-nightly": vitest("nightly", ["unit", "integration"]),
  "catalog-nightly": catalog("nightly"),
  "e2e-nightly": playwright("nightly"),
  long: vitest(null, ["long"]),
  faults: vitest(null, ["faults"]),
  "fuzz-api": vitest(null, ["fuzz-api"]),
  changed: vitest(null, ["unit", "integration"], [], ["--changed=main", "--passWithNoTests"]),
  "e2e-changed": playwright(null, ["--only-changed=main", "--pass-with-no-tests"]),
};

/** The suites of each tier. */
export const TIERS = {
  main: ["unit", "integration", "e2e"],
  rest: ["integration-rest", "netns", "catalog", "e2e-rest"],
  nightly: ["integration-nightly", "catalog-nightly", "e2e-nightly", "long", "faults", "fuzz-api"],
  changed: ["changed", "e2e-changed"],
};

/** How tests that are named by their paths are run, in whatever tier they are. */
const NAMED_SUITES = {
  e2e: playwright(null),
  integration: vitest(null, ["integration"]),
  netns: SUITES.netns,
  catalog: catalog(null),
  long: SUITES.long,
  faults: SUITES.faults,
  unit: vitest(null, ["unit"]),
};

/**
 * Returns what to run: tiers, suites, or files and folders of tests by their paths.
 * @param {readonly string[]} names
 * @returns {{ name: string, suite: object, paths: string[] }[]}
 */
export function selectSuites(names) {
  const suites = names
    .flatMap((name) => TIERS[name] ?? [name])
    .filter((name) => name in SUITES)
    .map((name) => ({ name, suite: SUITES[name], paths: [] }));
  const paths = names.filter((name) => !(name in TIERS) && !(name in SUITES));
  const named = Object.entries(NAMED_SUITES).map(([name, suite]) => ({
    name,
    suite,
    paths: paths.map(toProjectPath).filter((path) => suiteOf(path) === name),
  }));
  return [...suites, ...named.filter((one) => one.paths.length > 0)];
}

function toProjectPath(path) {
  return relative(root, resolve(path)).split(sep).join("/");
}

/** Names the suite that runs a file or folder: tests outside of `tests/<suite>` are unit tests. */
function suiteOf(path) {
  const folder = /^tests\/([^/]+)/.exec(path)?.[1] ?? "unit";
  return folder in NAMED_SUITES ? folder : "unit";
}

export function summaryLine(results) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * Counts a suite's tests. Flaky ones count as passed.
 * @param {readonly TestResult[]} tests
 */
export function countTests(tests) {
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  return {
    passed: count("passed", "flaky"),
    failed: count("failed"),
    skipped: count("skipped"),
  };
}

/** Returns a line for each test that did not simply pass: `flaky: e2e: file › test: why`. */
export function notableLines(suite, tests) {
  return ["skipped", "flaky", "failed"].flatMap((status) =>
    tests
      .filter((test) => test.status === status)
      .map(
        ({ name, message }) =>
          `${status}: ${suite}: ${message === "" ? name : `${name}: ${message}`}`,
      ),
  );
}

/** `before` is the command that runs Vitest, if not Node. */
function vitest(tier, projects, before = [], options = []) {
  return {
    read: (report) => vitestTests(report, tier),
    // One worker takes the files one by one, and each gets a process of its own.
    alone: ["--no-file-parallelism", "--isolate"],
    command: (report) => ({
      args: [
        ...before,
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        ...projects.map((project) => `--project=${project}`),
        ...options,
        `--bail=${MAX_FAILURES + 1}`,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      env: {},
    }),
    tier: (files) => (tier === null ? files : vitestTier(tier, files)),
  };
}

/** Returns the tests of the full catalog, which lies beside the project where there is one. */
function catalog(tier) {
  const isThere = () => existsSync(join(root, "..", "shared", "data", "catalog.ndjson.gz"));
  return {
    ...vitest(tier, ["catalog"]),
    missing: () => (isThere() ? null : "needs the full catalog beside the project"),
  };
}

function playwright(tier, options = []) {
  return {
    read: playwrightTests,
    alone: ["--workers=1"],
    command: (report) => ({
      args: [
        join(root, "node_modules", "@playwright", "test", "cli.js"),
        "test",
        ...options,
        `--max-failures=${MAX_FAILURES + 1}`,
        "--reporter=list,json",
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
    tier: (files) => [...(tier === null ? [] : PLAYWRIGHT_TIERS[tier]), ...files],
  };
}

/**
 * Runs a suite; files with failures run once more, alone. A test that passes then is flaky. There
 * is no second try after more than ten failures, or where no test ran.
 * @returns {Promise<TestResult[]>}
 */
export async function runSuite({ suite, paths }, runOnce = runSuiteOnce) {
  const missing = suite.missing?.() ?? null;
  if (missing !== null)
    return [{ name: "all tests", file: null, isFile: true, status: "skipped", message: missing }];
  const first = await runOnce(suite, paths);
  const failed = first.filter(({ status }) => status === "failed");
  if (failed.length === 0) return first;
  // What was not run after so many failures is reported as skipped.
  if (failed.length > MAX_FAILURES) return first.filter(({ status }) => status !== "skipped");
  if (first.every(({ file }) => file === null)) return first;
  // An error outside of all tests has no file, so the whole suite runs again.
  const files = failed.some(({ file }) => file === null)
    ? paths
    : [...new Set(failed.map(({ file }) => file))];
  say(`\nOnce more, alone: ${files.length > 0 ? files.join(" ") : "the suite"}\n`);
  return settle(first, await runOnce(suite, files, suite.alone));
}

/**
 * Combines two runs of a suite, the second of the files with failures.
 * @param {readonly TestResult[]} first
 * @param {readonly TestResult[]} second
 * @returns {TestResult[]}
 */
export function settle(first, second) {
  const again = new Map();
  for (const test of second) again.set(test.name, [...(again.get(test.name) ?? []), test]);
  const isBroken = (file) =>
    second.some((test) => test.file === file && test.status === "failed" && test.isFile);
  const settled = first.map((test) => {
    if (test.status !== "failed") return test;
    const repeated = test.isFile
      ? second.filter(({ file }) => test.file === null || file === test.file)
      : (again.get(test.name) ?? []);
    const failure = repeated.find(({ status }) => status === "failed");
    const isFlaky =
      failure === undefined &&
      repeated.some(({ status }) => status === "passed") &&
      !isBroken(test.file);
    return isFlaky
      ? { ...test, status: "flaky" }
      : { ...test, message: failure?.message ?? test.message };
  });
  // The tests of a file that could not be loaded at first were not counted yet.
  const known = new Set(first.map(({ name }) => name));
  const added = second.filter(({ name }) => !known.has(name));
  return [...settled, ...added];
}

async function runSuiteOnce(suite, files, options = []) {
  const folder = mkdtempSync(join(tmpdir(), "akari-report-"));
  try {
    const report = join(folder, "report.json");
    const { args, env } = suite.command(report);
    const { code } = await run(process.execPath, [...args, ...options, ...suite.tier(files)], {
      env: { ...process.env, NODE_ENV: "test", ...env },
    });
    const tests = readReport(report, suite);
    if (code === 0 || tests.some(({ status }) => status === "failed")) return tests;
    return [...tests, outsideTests(`the run ended with code ${code}`)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file, suite) {
  try {
    return suite.read(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return [outsideTests(`no report: ${error.message}`)];
  }
}

/** @returns {TestResult} */
function outsideTests(message) {
  return { name: "outside of all tests", file: null, isFile: true, status: "failed", message };
}
