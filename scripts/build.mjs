import { buildWhenNeeded } from "./lib/prepare.mjs";
import { main } from "./lib/say.mjs";

/** Builds the site, unless a build of these sources is there. */
await main(buildWhenNeeded);
