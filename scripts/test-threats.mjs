// Runs before anything is installed: node built-ins only.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { ensureChromium } from "./lib/chromium.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { nodeProblem, root, run } from "./lib/run.mjs";
import { green, main, red, say, Stop } from "./lib/say.mjs";
import { WHOLE_SUITES } from "./lib/suites.mjs";
import {
  describeVerdict,
  findTestFiles,
  evaluateCases,
  playwrightResults,
  TITLE_PATTERN,
  vitestResults,
} from "./lib/threats.mjs";
import { THREAT_CASES } from "../tests/threat-cases.mjs";

/** The load test takes half an hour by default (`npm run test:long`). */
const SOAK_MINUTES = "2";

/**
 * `npm run test:threats [-- --list]`: runs the tests that carry the ids of tests/threat-cases.mjs.
 * Fails for a case without a test and for a failed one. `--list` runs nothing and only looks for
 * gaps.
 */
await main(async () => {
  const problem = nodeProblem();
  if (problem) throw new Stop(problem);
  const files = findTestFiles();
  const gaps = findGaps(files);
  if (process.argv.includes("--list") || gaps.length > 0) {
    for (const [id, text] of Object.entries(THREAT_CASES))
      say(
        `${id.padEnd(13)} ${text}\n${files
          .filter(({ ids }) => ids.has(id))
          .map(({ file }) => `    ${file}`)
          .join("\n")}`,
      );
    if (gaps.length > 0) throw new Stop(`\n${gaps.join("\n")}`);
    return say(`\n${Object.keys(THREAT_CASES).length} cases, a test for each.`);
  }

  await installWhenNeeded();
  await buildWhenNeeded();
  if (files.some(({ project }) => project === "e2e")) await ensureChromium();
  const results = [];
  for (const project of Object.keys(WHOLE_SUITES)) {
    const own = files.filter((one) => one.project === project).map(({ file }) => file);
    if (own.length > 0) results.push(...(await runProject(project, own)));
  }
  report(evaluateCases(THREAT_CASES, results), results);
});

function findGaps(files) {
  const listed = new Set(Object.keys(THREAT_CASES));
  const tested = new Set(files.flatMap(({ ids }) => [...ids]));
  return [
    ...externalCases()
      .filter((id) => !listed.has(id))
      .map((id) => `${id} is not in tests/threat-cases.mjs.`),
    ...[...listed].filter((id) => !tested.has(id)).map((id) => `${id} has no test.`),
    ...[...tested]
      .filter((id) => !listed.has(id))
      .map((id) => `${id} is in a test, but not in tests/threat-cases.mjs.`),
  ];
}

/** Reads the ids of a list beside the project (`THREAT_CASES`), to compare with. */
function externalCases() {
  const file = process.env.THREAT_CASES ?? join(root, "..", "shared", "threat-cases.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).map(({ id }) => id) : [];
}

async function runProject(project, files) {
  say(`\n── ${project}: ${files.length} files`);
  const folder = mkdtempSync(join(tmpdir(), "akari-threats-"));
  try {
    const file = join(folder, "report.json");
    const { args, env } = WHOLE_SUITES[project].command(file);
    const pattern =
      project === "e2e" ? [`--grep=${TITLE_PATTERN}`] : [`--testNamePattern=${TITLE_PATTERN}`];
    await run(process.execPath, [...args, ...pattern, ...files], {
      env: { SOAK_MINUTES, ...process.env, NODE_ENV: "test", ...env },
    });
    if (!existsSync(file))
      return [{ file: project, title: `${project} wrote no report`, status: "failed" }];
    const report = JSON.parse(readFileSync(file, "utf8"));
    return project === "e2e" ? playwrightResults(report) : vitestResults(report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(verdicts, results) {
  say("\n── cases");
  for (const verdict of verdicts) say(describeVerdict(verdict));
  const count = (name) => verdicts.filter(({ verdict }) => verdict === name).length;
  const broken = results.filter(
    ({ status, title }) => status === "failed" && !verdicts.some(({ id }) => title.includes(id)),
  );
  for (const { file, title } of broken) say(`${red("✗")} ${file}: ${title}`);
  const isGood = count("failed") + count("missing") + broken.length === 0;
  say(
    `\n${isGood ? green("✓") : red("✗")} ${verdicts.length} cases: ${[
      "passed",
      "failed",
      "missing",
      "skipped",
    ]
      .map((name) => `${count(name)} ${name}`)
      .join(", ")}; ${results.length} tests`,
  );
  if (!isGood) process.exitCode = 1;
}
