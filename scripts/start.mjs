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
if (process.env.npm_lifecycle_event === "start") endWithParent();
// In this process, not in a child: signals, exit code and a kill reach the server itself.
await import(pathToFileURL(join(root, "build", "server", "index.js")).href);

/**
 * npm passes SIGTERM on to the shell between it and us, which ends and tells nobody: the site would go on alone, without an owner. When the
 * parent is gone, its signal was meant for us. After a Ctrl-C, which reaches everybody, this is the repeat that the server expects within a second.
 */
function endWithParent() {
  const parent = process.ppid;
  const look = () => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  };
  const timer = setInterval(look, 200).unref();
}
