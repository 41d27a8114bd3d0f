import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { root } from "./run.mjs";

/** A run ends after so many failures, which are no accident. */
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
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.main}`, ...exclude(taggedFiles())]),
    playwright("--project=desktop", "--grep=@main"),
  ],
  rest: () => [
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.rest}`, ...filesNaming("rest")]),
    vitest(["netns"]),
    vitest(["catalog"], [`--tags-filter=${TAGS.main}`]),
    playwright("--project=desktop", "--project=phone", "--grep-invert=^desktop .*@main"),
  ],
  nightly: () => [
    vitest(["unit", "integration"], [`--tags-filter=${TAGS.nightly}`, ...filesNaming("nightly")]),
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
 * Returns the arguments of Node for each run: of tiers, of projects of Vitest, of `e2e`, and of
 * files and folders by their paths, in whatever tier they are.
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

const exclude = (files) => files.map((file) => `--exclude=${file}`);

/** The files with a tag as a whole, which Vitest would load to find no test of the main tier. */
function taggedFiles() {
  return testFiles((text) => /^\/\/ @module-tag (?:rest|nightly)$/m.test(text));
}

/** The files that may have a test with a tag: Vitest would load all others to find none. */
function filesNaming(tag) {
  return testFiles((text) => text.includes(`"${tag}"`) || text.includes(`@module-tag ${tag}`));
}

function testFiles(hasTag) {
  return ["app", "cli", "db", "scripts", "tests/integration", "tests/unit"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.split(sep).join("/")}`)
      .filter((file) => /\.test\.(?:mjs|tsx?)$/.test(file))
      .filter((file) => hasTag(readFileSync(join(root, file), "utf8"))),
  );
}
