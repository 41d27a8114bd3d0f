// Runs the built server in this process, in a clone and in a release.
import { existsSync } from "node:fs";
import module from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { requireNode } from "./lib/node-problem.mjs";

requireNode();
const settings = fileURLToPath(new URL("../.env", import.meta.url));
if (existsSync(settings)) process.loadEnvFile(settings);
process.env.NODE_ENV = "production";
// The next start does not compile the server again, in Node 22.8 and newer.
module.enableCompileCache?.(
  fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url)),
);
if (process.env.npm_lifecycle_event === "start") endWithParent();
// The server runs in this process, so that signals and the exit code are its own.
await import("../build/server/index.js");

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
