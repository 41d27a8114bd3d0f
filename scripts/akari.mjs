// Runs a command of a release: `akari help` lists them.
import { requireNode } from "./lib/node-problem.mjs";

requireNode();
await import("../build/server/akari.js");
