import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./run.mjs";

/** The folders of the tests that Vitest runs in tiers. */
const FOLDERS = [
  "app",
  "cli",
  "db",
  "scripts",
  join("tests", "catalog"),
  join("tests", "integration"),
  join("tests", "unit"),
];
/** Vitest reads the tag of a whole file from such a comment. */
const FILE_TAG = /^\/\/ @module-tag (rest|nightly)$/m;

/** @typedef {"main" | "rest" | "nightly"} Tier */

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return /\.test\.(?:mjs|tsx?)$/.test(path) ? [path] : [];
  });
}

const TAGS = {
  main: "--tags-filter=!rest && !nightly",
  rest: "--tags-filter=rest && !nightly",
  nightly: "--tags-filter=nightly",
};

/**
 * Returns Vitest's arguments for the tests of a tier: the main one is what has no tag, and a test
 * with both tags is nightly. Without `files`, those that have no test of the tier are left out,
 * because Vitest would load them to find that.
 *
 * @param {Tier} tier
 * @param {readonly string[]} files
 */
export function vitestTier(tier, files = [], base = root, folders = FOLDERS) {
  if (files.length > 0) return [TAGS[tier], ...files];
  const all = folders
    .flatMap((folder) => testFiles(join(base, folder)))
    .map((path) => ({
      file: relative(base, path).split(sep).join("/"),
      text: readFileSync(path, "utf8"),
    }));
  if (tier === "main")
    return [
      TAGS.main,
      ...all.filter(({ text }) => FILE_TAG.test(text)).map(({ file }) => `--exclude=${file}`),
    ];
  return [
    TAGS[tier],
    ...all
      .filter(({ text }) => text.match(FILE_TAG)?.[1] === tier || text.includes(`"${tier}"`))
      .map(({ file }) => file),
  ];
}

/** Tells whether a test with these tags belongs to the tier; `null` stands for all tiers. */
export function isOfTier(tags, tier) {
  if (tier === null) return true;
  if (tags.includes("nightly")) return tier === "nightly";
  return tier === (tags.includes("rest") ? "rest" : "main");
}

/** Playwright's arguments: the main tier is the `@main` journeys at the size of a desktop. */
export const PLAYWRIGHT_TIERS = {
  main: ["--project=desktop", "--grep=@main"],
  rest: ["--project=desktop", "--project=phone", "--grep-invert=^desktop .*@main"],
  nightly: ["--project=nightly", "--project=nightly-phone"],
};
