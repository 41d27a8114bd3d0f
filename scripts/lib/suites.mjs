import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { root, run } from "./run.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** A file that fails before its tests counts as one failure. */
export function vitestCounts(report) {
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
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

export function summaryLine(counts) {
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum("skipped");
  return `${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Fastest first. */
export const SUITES = {
  unit: vitest("unit"),
  integration: vitest("integration"),
  netns: vitest("netns", [join(root, "scripts", "in-own-network.mjs")]),
  e2e: {
    counts: playwrightCounts,
    command: (report) => ({
      args: [
        join(root, "node_modules", "@playwright", "test", "cli.js"),
        "test",
        "--reporter=list,json",
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  },
};

export const LONG_SUITE = vitest("long");

/** `before` is the command that runs Vitest, if not Node. */
function vitest(project, before = []) {
  return {
    counts: vitestCounts,
    command: (report) => ({
      args: [
        ...before,
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      env: {},
    }),
  };
}

/** A failed run without a failed test is one failure. */
export async function runSuite(name) {
  const folder = mkdtempSync(join(tmpdir(), "akari-report-"));
  try {
    const report = join(folder, "report.json");
    const { args, env } = SUITES[name].command(report);
    const { code } = await run(process.execPath, args, {
      env: { ...process.env, NODE_ENV: "test", ...env },
    });
    const counts = readCounts(report, SUITES[name].counts);
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(report, counts) {
  try {
    return counts(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
