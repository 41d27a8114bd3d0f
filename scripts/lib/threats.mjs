import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { root } from "./run.mjs";

/** Matches ids such as SSRF-S01. */
const ID = /\b[A-Z]+-S\d{2}\b/g;

/** Selects the tests that carry an id, in Vitest and in Playwright. */
export const TITLE_PATTERN = "\\b[A-Z]+-S\\d{2}\\b";

/** @typedef {"passed" | "failed" | "skipped"} Status */
/** @typedef {{ file: string, title: string, status: Status }} TestResult */

/** Names the project of Vitest that runs a file, or `e2e`. */
export function projectOf(file) {
  if (file.startsWith("tests/e2e/")) return "e2e";
  if (file.startsWith("tests/netns/")) return "netns";
  if (file.startsWith("tests/long/")) return "long";
  if (file.startsWith("tests/faults/")) return "faults";
  return file.startsWith("tests/integration/") ? "integration" : "unit";
}

function testFiles(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "node_modules" ? [] : testFiles(path);
    return /\.(?:test|spec)\.(?:tsx?|mjs)$/.test(name) ? [path] : [];
  });
}

export function findTestFiles(folders = ["app", "cli", "db", "tests"]) {
  return folders
    .flatMap((folder) => testFiles(join(root, folder)))
    .map((path) => ({
      file: relative(root, path).split(sep).join("/"),
      ids: new Set(readFileSync(path, "utf8").match(ID) ?? []),
    }))
    .filter(({ ids }) => ids.size > 0)
    .map((entry) => ({ ...entry, project: projectOf(entry.file) }));
}

/** Also lists files that failed before their tests. */
export function vitestResults(report) {
  return report.testResults.flatMap(({ name, status, assertionResults, message }) => {
    const file = relative(root, name).split(sep).join("/");
    const broken = status === "failed" && assertionResults.every((one) => one.status !== "failed");
    return [
      ...(broken ? [{ file, title: `the file: ${message}`, status: "failed" }] : []),
      ...assertionResults
        // Tests that the title pattern leaves out are reported as skipped.
        .filter(({ fullName }) => fullName.match(ID))
        .map(({ fullName, status: outcome }) => ({
          file,
          title: fullName.trim(),
          status: outcome === "passed" || outcome === "failed" ? outcome : "skipped",
        })),
    ];
  });
}

export function playwrightResults(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  return report.suites.flatMap(specs).flatMap(({ file, title, tests }) =>
    tests.map(({ status }) => ({
      file: `tests/e2e/${file}`,
      title,
      status: status === "expected" ? "passed" : status === "skipped" ? "skipped" : "failed",
    })),
  );
}

/**
 * A case is `skipped` if no test of it could run here, and `missing` if no test carries its id.
 *
 * @param {Readonly<Record<string, string>>} cases
 * @param {readonly TestResult[]} results
 */
export function evaluateCases(cases, results) {
  const byId = new Map();
  for (const result of results)
    for (const id of new Set(result.title.match(ID) ?? []))
      byId.set(id, [...(byId.get(id) ?? []), result]);
  return Object.entries(cases).map(([id, text]) => {
    const tests = byId.get(id) ?? [];
    return { id, text, tests, verdict: verdictOf(tests) };
  });
}

function verdictOf(tests) {
  if (tests.some(({ status }) => status === "failed")) return "failed";
  if (tests.some(({ status }) => status === "passed")) return "passed";
  return tests.length > 0 ? "skipped" : "missing";
}

export function describeVerdict({ id, text, tests, verdict }) {
  const lines = [`${id.padEnd(13)} ${verdict.padEnd(8)} ${text}`];
  for (const file of new Set(tests.map((test) => test.file))) {
    const inFile = tests.filter((test) => test.file === file);
    const shown = inFile.filter(({ status }) => status === "failed");
    for (const { title, status } of shown.length > 0 ? shown : inFile.slice(0, 1))
      lines.push(`    ${status.padEnd(8)} ${basename(file)}: ${title}`);
    if (inFile.length > 1) lines.push(`             (${inFile.length} tests in ${file})`);
  }
  return lines.join("\n");
}
