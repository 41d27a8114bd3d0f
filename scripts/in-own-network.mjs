// Runs `node <arguments>` in a network namespace, where tests/netns can use public addresses.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root, run } from "./lib/run.mjs";

const flags = ["--net", "--mount", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"])];
const enter = join(root, "tests", "netns", "enter.sh");
const possible =
  spawnSync("unshare", [...flags, "sh", enter, "true"], { stdio: "ignore" }).status === 0;
if (!possible)
  process.stdout.write(
    "This system cannot create a network namespace (unshare, ip): skipping the tests that need one.\n",
  );

const command = [process.execPath, ...process.argv.slice(2)];
const { code } = possible
  ? await run("unshare", [...flags, "sh", enter, ...command])
  : await run(command[0], command.slice(1));
process.exitCode = code;
