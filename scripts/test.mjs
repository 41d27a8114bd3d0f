// Runs before anything is installed: node built-ins only.
import process from "node:process";
import { ensureChromium } from "./lib/chromium.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { nodeProblem } from "./lib/run.mjs";
import { dim, green, main, red, say, Stop } from "./lib/say.mjs";
import { runSuite, SUITES, summaryLine } from "./lib/suites.mjs";

/** `npm test [-- unit integration netns e2e]`. */
await main(async () => {
  const problem = nodeProblem();
  if (problem) throw new Stop(problem);
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SUITES);
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0)
    throw new Stop(
      `There is no suite ${unknown.join(", ")}: choose from ${Object.keys(SUITES).join(", ")}.`,
    );

  await installWhenNeeded();
  if (names.includes("e2e")) await ensureChromium();
  // Integration tests start the built server too. A build leaves a core to the unit tests.
  const needsBuild = names.some((name) => name !== "unit");
  const build = needsBuild ? buildWhenNeeded({ isAlone: names[0] !== "unit" }) : Promise.resolve();
  // A failed build is reported when the unit tests have ended.
  build.catch(() => undefined);

  const results = [];
  for (const name of names) {
    if (name !== "unit") await build;
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
      `${mark} ${result.name.padEnd(12)} ${summaryLine([result])} ${dim(`(${result.seconds} s)`)}`,
    );
  }
  for (const { name, failures } of results)
    for (const failure of failures) say(`failed: ${name}: ${failure}`);
  say(`\n${summaryLine(results)}`);
  if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
});
