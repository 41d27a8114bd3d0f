import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { root } from "./run.mjs";

/** The folders of the tests that Vitest runs in tiers. */
const FOLDERS = [
  "app",
  "cli",
  "db",
  "scripts",
  join("tests", "integration"),
  join("tests", "unit"),
];
/** Vitest reads the tag of a whole file from such a comment. */
const FILE_TAG = /^\/\/ @module-tag (outer|bench)$/m;

/** @typedef {"inner" | "outer" | "bench"} Tier */

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return /\.test\.(?:mjs|tsx?)$/.test(path) ? [path] : [];
  });
}

/**
 * Vitest's arguments for the tests of a tier: the inner one is what has no tag, and a test with
 * both tags is of the bench. Files without a
 * test of the tier are left out, because Vitest would load them to find that.
 *
 * @param {Tier} tier
 */
export function vitestTier(tier, base = root, folders = FOLDERS) {
  const files = folders
    .flatMap((folder) => testFiles(join(base, folder)))
    .map((path) => ({
      file: relative(base, path).split(sep).join("/"),
      text: readFileSync(path, "utf8"),
    }));
  if (tier === "inner")
    return [
      "--tags-filter=!outer && !bench",
      ...files.filter(({ text }) => FILE_TAG.test(text)).map(({ file }) => `--exclude=${file}`),
    ];
  return [
    tier === "outer" ? "--tags-filter=outer && !bench" : "--tags-filter=bench",
    ...files
      .filter(({ text }) => text.match(FILE_TAG)?.[1] === tier || text.includes(`"${tier}"`))
      .map(({ file }) => file),
  ];
}

/** Tells whether a test with these tags belongs to the tier; `null` stands for all tiers. */
export function isOfTier(tags, tier) {
  if (tier === null) return true;
  if (tags.includes("bench")) return tier === "bench";
  return tier === (tags.includes("outer") ? "outer" : "inner");
}

/** Playwright's arguments: the inner tier is the `@main` journeys at the size of a desktop. */
export const PLAYWRIGHT_TIERS = {
  inner: ["--project=desktop", "--grep=@main"],
  outer: ["--project=desktop", "--project=phone", "--grep-invert=^desktop .*@main"],
  bench: ["--project=bench"],
};
