// After every `npm install` and `npm ci`: node built-ins only.
import { patchPackages } from "./lib/patches.mjs";
import { main } from "./lib/say.mjs";

await main(() => Promise.resolve(patchPackages()));
