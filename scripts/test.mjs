// Runs before anything is installed: node built-ins only.
import process from "node:process";
import { ensureChromium } from "./lib/chromium.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { nodeProblem } from "./lib/run.mjs";
import { dim, green, main, red, say, Stop } from "./lib/say.mjs";
import { runSuite, SUITES, summaryLine, TIERS } from "./lib/suites.mjs";

/**
 * `node scripts/test.mjs [tiers and suites]`: the inner tier by default (`npm test`). A suite that
 * fails does not keep the next from running.
 */
await main(async () => {
  const problem = nodeProblem();
  if (problem) throw new Stop(problem);
  const asked = process.argv.length > 2 ? process.argv.slice(2) : ["inner"];
  const names = asked.flatMap((name) => TIERS[name] ?? [name]);
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0)
    throw new Stop(
      `There is no suite ${unknown.join(", ")}: choose from ${[...Object.keys(TIERS), ...Object.keys(SUITES)].join(", ")}.`,
    );

  await installWhenNeeded();
  if (names.some((name) => name.startsWith("e2e"))) await ensureChromium();
  // Integration tests start the built server too. A build leaves a core to the unit tests.
  const needsBuild = names.some((name) => name !== "unit");
  const build = needsBuild ? buildWhenNeeded({ isAlone: names[0] !== "unit" }) : Promise.resolve();
  // A failed build is reported when the unit tests have ended.
  const isBuilt = build.then(
    () => true,
    (error) => {
      say(red(error.message));
      return false;
    },
  );

  const results = [];
  for (const name of names) {
    if (name !== "unit" && !(await isBuilt)) {
      results.push({ name: "build", passed: 0, failed: 1, skipped: 0, failures: [], seconds: 0 });
      break;
    }
    say(`\n── ${name} tests ${"─".repeat(60 - name.length)}`);
    const started = Date.now();
    results.push({
      name,
      ...(await runSuite(name)),
      seconds: Math.round((Date.now() - started) / 1000),
    });
  }
  say(`\n── summary ${"─".repeat(57)}`);
  for (const result of results) {
    const mark = result.failed === 0 ? green("✓") : red("✗");
    say(
      `${mark} ${result.name.padEnd(17)} ${summaryLine([result])} ${dim(`(${result.seconds} s)`)}`,
    );
  }
  for (const { name, failures } of results)
    for (const failure of failures) say(`failed: ${name}: ${failure}`);
  say(`\n${summaryLine(results)}`);
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
});
