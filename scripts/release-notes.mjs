// `node scripts/release-notes.mjs v1.2.3` prints what the changelog says about a version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { releaseNotes } from "./lib/release-notes.mjs";
import { root } from "./lib/run.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
process.stdout.write(releaseNotes(process.argv[2] ?? "", version, changelog));
