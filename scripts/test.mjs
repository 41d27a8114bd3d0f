// Runs before anything is installed: node built-ins only.
import { existsSync } from "node:fs";
import process from "node:process";
import { ensureChromium } from "./lib/chromium.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { ensurePrograms } from "./lib/programs.mjs";
import { requireNode } from "./lib/node-problem.mjs";
import { dim, green, main, red, say, Stop } from "./lib/say.mjs";
import {
  countTests,
  notableLines,
  runSuite,
  selectSuites,
  summaryLine,
  SUITES,
  TIERS,
} from "./lib/suites.mjs";

/**
 * `node scripts/test.mjs [tiers, suites and paths]`: the main tier by default (`npm test`). A suite
 * that fails does not keep the next from running.
 */
await main(async () => {
  requireNode();
  const asked = process.argv.length > 2 ? process.argv.slice(2) : ["main"];
  const unknown = asked.filter((name) => !(name in TIERS || name in SUITES || existsSync(name)));
  if (unknown.length > 0)
    throw new Stop(
      `There is no file or suite ${unknown.join(", ")}: name files, folders, or ${[...Object.keys(TIERS), ...Object.keys(SUITES)].join(", ")}.`,
    );
  const suites = selectSuites(asked);

  await installWhenNeeded();
  if (suites.some(({ name }) => name.startsWith("e2e"))) await ensureChromium();
  await ensurePrograms(asked);
  // Integration tests start the built server too. A build leaves a core to the unit tests.
  const needsBuild = suites.some(({ name }) => name !== "unit");
  const build = needsBuild
    ? buildWhenNeeded({ isAlone: suites[0].name !== "unit" })
    : Promise.resolve();
  // A failed build is reported when the unit tests have ended.
  const isBuilt = build.then(
    () => true,
    (error) => {
      say(red(error.message));
      return false;
    },
  );

  const results = [];
  for (const { name, ...suite } of suites) {
    if (name !== "unit" && !(await isBuilt)) {
      results.push({ name: "build", passed: 0, failed: 1, skipped: 0, lines: [], seconds: 0 });
      break;
    }
    say(`\n── ${name} tests ${"─".repeat(60 - name.length)}`);
    const started = Date.now();
    const tests = await runSuite(suite);
    results.push({
      name,
      ...countTests(tests),
      lines: notableLines(name, tests),
      seconds: Math.round((Date.now() - started) / 1000),
    });
  }
  say(`\n── summary ${"─".repeat(57)}`);
  for (const { lines } of results) for (const line of lines) say(line);
  for (const result of results) {
    const mark = result.failed === 0 ? green("✓") : red("✗");
    say(
      `${mark} ${result.name.padEnd(20)} ${summaryLine([result])} ${dim(`(${result.seconds} s)`)}`,
    );
  }
  say(`\n${summaryLine(results)}`);
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
});
