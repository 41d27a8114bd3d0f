import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { root, run } from "./run.mjs";
import { isOfTier, PLAYWRIGHT_TIERS, vitestTier } from "./tiers.mjs";

/** @typedef {import("./tiers.mjs").Tier} Tier */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const NOT_RUN = ["pending", "skipped", "todo"];

/** An assertion and the difference that it found. */
const MAX_ERROR_LENGTH = 400;

/**
 * A file that fails before its tests counts as one failure. Vitest reports the tests of other tiers
 * as skipped, which do not count.
 */
export function vitestCounts(report, tier) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: tests.filter(({ status, tags }) => NOT_RUN.includes(status) && isOfTier(tags, tier))
      .length,
  };
}

/** Flaky tests count as passed. */
export function playwrightCounts(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + (unexpected === 0 && flaky === 0 ? report.errors.length : 0),
    skipped,
  };
}

/** `file › test: error without its stack`, one per failure. */
export function vitestFailures(report) {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && file.status === "failed") return [failure(path, file.message)];
    return failed.map((test) => failure(`${path} › ${test.fullName}`, test.failureMessages?.[0]));
  });
}

/** The same for Playwright, with the project's name in front. */
export function playwrightFailures(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failed = report.suites
    .flatMap(specs)
    .flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === "unexpected")
        .map((test) =>
          failure(
            `[${test.projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
            test.results.flatMap((result) => result.errors)[0]?.message,
          ),
        ),
    );
  return failed.length > 0 ? failed : report.errors.map((error) => failure("run", error.message));
}

function failure(name, message) {
  const [text = ""] = stripVTControlCharacters(message ?? "").split(/\n\s+at /);
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" ? name : `${name}: ${line.slice(0, MAX_ERROR_LENGTH)}`;
}

export function summaryLine(counts) {
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Fastest first in each tier. */
export const SUITES = {
  unit: vitest("inner", ["unit"]),
  integration: vitest("inner", ["integration"]),
  e2e: playwright("inner"),
  "integration-outer": vitest("outer", ["unit", "integration"]),
  netns: vitest(null, ["netns"], [join(root, "scripts", "in-own-network.mjs")]),
  "e2e-outer": playwright("outer"),
  "integration-bench": vitest("bench", ["unit", "integration"]),
  "e2e-bench": playwright("bench"),
};

/** The suites of each tier. */
export const TIERS = {
  inner: ["unit", "integration", "e2e"],
  outer: ["integration-outer", "netns", "e2e-outer"],
  bench: ["integration-bench", "e2e-bench"],
};

/** How `npm run test:threats` runs the files of a project, in whatever tier they are. */
export const WHOLE_SUITES = {
  unit: vitest(null, ["unit"]),
  integration: vitest(null, ["integration"]),
  netns: SUITES.netns,
  long: vitest(null, ["long"]),
  e2e: playwright(null),
};

/** `before` is the command that runs Vitest, if not Node. */
function vitest(tier, projects, before = []) {
  return {
    counts: (report) => vitestCounts(report, tier),
    failures: vitestFailures,
    command: (report) => ({
      args: [
        ...before,
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        ...projects.map((project) => `--project=${project}`),
        ...(tier === null ? [] : vitestTier(tier)),
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      env: {},
    }),
  };
}

function playwright(tier) {
  return {
    counts: playwrightCounts,
    failures: playwrightFailures,
    command: (report) => ({
      args: [
        join(root, "node_modules", "@playwright", "test", "cli.js"),
        "test",
        "--reporter=list,json",
        ...(tier === null ? [] : PLAYWRIGHT_TIERS[tier]),
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  };
}

/**
 * Runs a suite and reads its report. A failed run without a failed test is one failure.
 * @returns {Promise<Counts & { failures: string[] }>}
 */
export async function runSuite(name) {
  const folder = mkdtempSync(join(tmpdir(), "akari-report-"));
  try {
    const file = join(folder, "report.json");
    const { args, env } = SUITES[name].command(file);
    const { code } = await run(process.execPath, args, {
      env: { ...process.env, NODE_ENV: "test", ...env },
    });
    const result = readResult(file, SUITES[name]);
    if (code === 0 || result.failed > 0) return result;
    return { ...result, failed: 1, failures: [`the run ended with code ${code}`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readResult(file, { counts, failures }) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return { ...counts(report), failures: failures(report) };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: [`no report: ${error.message}`] };
  }
}
