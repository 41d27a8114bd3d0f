// Runs before anything is installed: node built-ins only.
import { installWhenNeeded } from "./lib/prepare.mjs";
import { main } from "./lib/say.mjs";

/** Installs the packages, unless those of the lock file are there. */
await main(installWhenNeeded);
