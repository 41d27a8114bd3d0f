import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { root } from "./run.mjs";

/** A run ends after this many failures, since they mean that a change is broken. */
const MAX_FAILURES = 11;
const PROJECTS = ["unit", "integration", "netns", "catalog", "long", "faults", "fuzz-api"];

/** Vitest's tags of each tier: a test without a tag belongs to the main one. */
const TAGS = {
  main: "!rest && !nightly",
  rest: "rest && !nightly",
  nightly: "nightly",
};

/** What runs in each tier, fastest first. */
const TIERS = {
  main: () => [
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.main}`, ...withoutTaggedFiles()]),
    playwright("--project=desktop", "--grep=@main"),
  ],
  rest: () => [
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.rest}`, ...filesWithTag("rest")]),
    vitest(["netns"]),
    vitest(["catalog"], [`--tags-filter=${TAGS.main}`]),
    playwright("--project=desktop", "--project=phone", "--grep-invert=^desktop .*@main"),
  ],
  nightly: () => [
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.nightly}`, ...filesWithTag("nightly")]),
    vitest(["catalog"], [`--tags-filter=${TAGS.nightly}`]),
    playwright("--project=nightly", "--project=nightly-phone"),
    ...["long", "faults", "fuzz-api"].map((project) => vitest([project])),
  ],
  changed: () => [
    vitest(["unit", "integration"], ["--changed=main", "--passWithNoTests"]),
    playwright("--only-changed=main", "--pass-with-no-tests"),
  ],
};

/**
 * Returns the arguments of Node for each run. A word is a tier, a project of Vitest, `e2e`, or the
 * path of a file or folder, whose tests run in whatever tier they are.
 * @param {readonly string[]} words
 * @returns {string[][]}
 */
export function testCommands(words) {
  const isPath = (word) => !(word in TIERS) && word !== "e2e" && !PROJECTS.includes(word);
  const paths = new Map();
  for (const word of words.filter(isPath)) {
    const path = relative(root, resolve(word)).split(sep).join("/");
    const folder = /^tests\/([^/]+)/.exec(path)?.[1] ?? "unit";
    const project = folder === "e2e" || PROJECTS.includes(folder) ? folder : "unit";
    paths.set(project, [...(paths.get(project) ?? []), path]);
  }
  const named = (project, ...files) =>
    project === "e2e" ? playwright(...files) : vitest([project], files);
  return [
    ...words.filter((word) => word in TIERS).flatMap((word) => TIERS[word]()),
    ...words.filter((word) => !(word in TIERS) && !isPath(word)).map((word) => named(word)),
    ...[...paths].map(([project, files]) => named(project, ...files)),
  ];
}

/** The words that are neither names nor existing paths. */
export function unknownWords(words) {
  const names = [...Object.keys(TIERS), "e2e", ...PROJECTS];
  return words.filter((word) => !names.includes(word) && !existsSync(word));
}

/** Vitest of some projects; `netns` runs in a network of its own. */
function vitest(projects, options = []) {
  const wrapper = projects.includes("netns") ? [join(root, "scripts", "in-own-network.mjs")] : [];
  return [
    ...wrapper,
    join(root, "node_modules", "vitest", "vitest.mjs"),
    "run",
    ...projects.map((project) => `--project=${project}`),
    `--bail=${MAX_FAILURES}`,
    ...options,
  ];
}

function playwright(...options) {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  return [cli, "test", `--max-failures=${MAX_FAILURES}`, ...options];
}

/**
 * Excludes the files of which every test has a tag. Vitest would load them, and then run nothing.
 */
function withoutTaggedFiles() {
  return findTestFiles((text) => /^\/\/ @module-tag (?:rest|nightly)$/m.test(text)).map(
    (file) => `--exclude=${file}`,
  );
}

/** Lists the files that mention a tag. Vitest would load all others, too, to look for it. */
function filesWithTag(tag) {
  return findTestFiles((text) => text.includes(`"${tag}"`) || text.includes(`@module-tag ${tag}`));
}

function findTestFiles(matches) {
  return ["app", "cli", "db", "scripts", "tests/integration", "tests/unit"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.split(sep).join("/")}`)
      .filter((file) => /\.test\.(?:mjs|tsx?)$/.test(file))
      .filter((file) => matches(readFileSync(join(root, file), "utf8"))),
  );
}
