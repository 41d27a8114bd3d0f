// Runs before anything is installed: node built-ins only.
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { nodeProblem, root } from "./lib/run.mjs";
import { main, Stop } from "./lib/say.mjs";

/** `npm start`: installs and builds what is missing, then becomes the server. */
await main(async () => {
  const problem = nodeProblem();
  if (problem) throw new Stop(problem);
  await installWhenNeeded();
  await buildWhenNeeded();
  // Only now: settings hold secrets, and programs that packages run while they are installed need none of them.
  const settings = join(root, ".env");
  if (existsSync(settings)) process.loadEnvFile(settings);
});

process.env.NODE_ENV = "production";
// In this process, not in a child: signals, exit code and a kill reach the server itself.
await import(pathToFileURL(join(root, "build", "server", "index.js")).href);
