// Runs before anything is installed: node built-ins only.
import process from "node:process";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensurePrograms } from "./lib/debian.mjs";
import { requireNode } from "./lib/node-problem.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { run } from "./lib/run.mjs";
import { main, Stop } from "./lib/say.mjs";
import { testCommands, unknownWords } from "./lib/test-commands.mjs";

/**
 * `node scripts/test.mjs [tiers, projects and paths]`: the main tier by default (`npm test`). A run
 * that fails does not keep the next from running.
 */
await main(async () => {
  requireNode();
  const words = process.argv.length > 2 ? process.argv.slice(2) : ["main"];
  const unknown = unknownWords(words);
  if (unknown.length > 0)
    throw new Stop(`There is no tier, project, file or folder called ${unknown.join(", ")}.`);
  await installWhenNeeded();
  const commands = testCommands(words);
  if (commands.some((args) => args[0].includes("playwright"))) await ensureBrowser();
  await ensurePrograms(words);
  await buildWhenNeeded();
  for (const args of commands) {
    const env = { ...process.env, NODE_ENV: "test" };
    const { code } = await run(process.execPath, args, { env });
    if (code !== 0) process.exitCode = 1;
  }
});
