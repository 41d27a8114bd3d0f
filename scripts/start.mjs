// Runs before anything is installed: node built-ins only.
import { requireNode } from "./lib/node-problem.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { main } from "./lib/say.mjs";

/** `npm start`: installs and builds if needed, then runs the server in this process. */
requireNode();
await main(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
});
// It loads the settings after the install, whose scripts must not see secrets.
await import("./serve.mjs");
