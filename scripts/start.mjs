// Runs before anything is installed: node built-ins only.
import { existsSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { nodeProblem, root } from "./lib/run.mjs";
import { main, Stop } from "./lib/say.mjs";

/** `npm start`: installs and builds if needed, then runs the server in this process. */
await main(async () => {
  const problem = nodeProblem();
  if (problem) throw new Stop(problem);
  await installWhenNeeded();
  await buildWhenNeeded();
  // Loaded after the install, whose scripts must not see secrets.
  const settings = join(root, ".env");
  if (existsSync(settings)) process.loadEnvFile(settings);
});

process.env.NODE_ENV = "production";
// The next start does not compile the server again, in Node 22.8 and newer.
module.enableCompileCache?.(join(root, "node_modules", ".cache", "compile"));
if (process.env.npm_lifecycle_event === "start") endWithParent();
// In this process, so that signals and the exit code are the server's.
await import(pathToFileURL(join(root, "build", "server", "index.js")).href);

/**
 * npm sends SIGTERM to the shell in between, which exits without passing it on, so the end of the
 * parent counts as SIGTERM. After Ctrl-C, which reaches all processes, it is the repeated signal
 * that the server expects within a second.
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
