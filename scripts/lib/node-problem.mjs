// A release has this file, too, and any Node has to understand it.
import { readFileSync } from "node:fs";
import process from "node:process";

/** Supported versions, such as "^20.19 || ^22.13 || >=24". */
const supported = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
  .engines.node;

/** Returns null if Node is supported. `version` is like "20.19.0". */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  const isSupported = supported.split(" || ").some((range) => {
    const [, operator, from, least = 0] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(range);
    if (major === Number(from)) return minor >= Number(least);
    return operator === ">=" && major > Number(from);
  });
  return isSupported
    ? null
    : `Akari needs Node 24 or newer, 22.13 or a later 22, or 20.19 or a later 20, and this is ${version}: install Node 24 from https://nodejs.org and start again.`;
}

/** Ends the process with one sentence unless Node is supported. */
export function requireNode() {
  const problem = nodeProblem();
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
