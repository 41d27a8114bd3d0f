import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenNeeded } from "../../scripts/lib/prepare.mjs";
import { seededRandom } from "../support/random";
import { applyMutant, findMutants, type Mutant } from "./mutants";
import { CENTRAL_MODULES } from "./modules";
import { createTypeCheck } from "./types";

/**
 * `npm run test:mutation [-- module…] [--each 6] [--seed 1]`: changes central modules a little, one
 * change at a time, and prints how many of a sample the main tier finds, how many of the others the
 * types refuse, and how many the rest tier finds besides. What the main tier does not find is named
 * on standard error. Tests of the built server do not see the changes.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: "string", default: "6" },
    seed: { type: "string", default: "1" },
  },
});
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "akari-mutation-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
/** A change may make a test loop forever, which is noticed, too. */
const LIMIT_MS = 180_000;
const MAIN = "!rest && !nightly";
const REST = "rest && !nightly";

/** What finds a change: the first of these. */
type Verdict = "unit" | "main" | "types" | "rest" | "survived";

const modules = CENTRAL_MODULES.filter(
  ({ file }) => positionals.length === 0 || positionals.some((name) => file.includes(name)),
);
const isRefused = createTypeCheck(
  root,
  modules.map(({ file }) => file),
);
await buildWhenNeeded();
console.log("| module | mutants | unit | main integration | types alone | rest | survived |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
const passing = new Set<string>();
const sums = { mutants: 0, tested: 0, types: 0, typesAlone: 0 };
for (const module of modules) {
  const text = readFileSync(join(root, module.file), "utf8");
  const counts = { unit: 0, main: 0, types: 0, rest: 0, survived: 0 };
  const mutants = seededRandom(Number(values.seed))
    .shuffled(findMutants(text))
    .slice(0, Number(values.each));
  for (const mutant of mutants) {
    const isTypeError = isRefused(module.file, applyMutant(text, mutant));
    const verdict = await judge(module, text, mutant, isTypeError);
    counts[verdict] += 1;
    if (isTypeError) sums.types += 1;
    if (verdict !== "unit" && verdict !== "main")
      console.error(
        `${verdict}: ${module.file}:${mutant.line} ${text.slice(mutant.start, mutant.end)} → ${mutant.replacement}`,
      );
  }
  sums.mutants += mutants.length;
  sums.tested += counts.unit + counts.main;
  sums.typesAlone += counts.types;
  console.log(
    `| ${basename(module.file)} | ${mutants.length} | ${Object.values(counts).join(" | ")} |`,
  );
}
console.log(
  `\nOf ${sums.mutants} changes, \`npm test\` finds ${sums.tested}; \`tsc\`, which it does not run, finds ${sums.types}, ${sums.typesAlone} of them alone.`,
);

/** The changed module, or the one as it is, which every run must pass first. */
interface Version {
  file: string;
  text: string;
}

async function judge(
  { file, unit, integration }: (typeof CENTRAL_MODULES)[number],
  text: string,
  mutant: Mutant,
  isTypeError: boolean,
): Promise<Verdict> {
  const changed = { file, text: applyMutant(text, mutant) };
  const served = integration.map((name) => `tests/integration/${name}.test.ts`);
  const rest = served.filter((name) =>
    /"rest"|tag rest/.test(readFileSync(join(root, name), "utf8")),
  );
  const runs = [
    { verdict: "unit", project: "unit", tier: MAIN, files: unit },
    { verdict: "main", project: "integration", tier: MAIN, files: served },
    { verdict: "rest", project: "integration", tier: REST, files: rest },
  ] as const;
  for (const { verdict, project, tier, files } of runs) {
    if (files.length === 0) continue;
    if (verdict === "rest" && isTypeError) return "types";
    const run = (version: Version) => fails(project, tier, files, version);
    await passAsIs(`${verdict} tests of ${file}`, () => run({ file, text }));
    if (await run(changed)) return verdict;
  }
  return isTypeError ? "types" : "survived";
}

/** Throws when tests fail without a change, which would look like finding every one. */
async function passAsIs(name: string, run: () => Promise<boolean>): Promise<void> {
  if (passing.has(name)) return;
  if (await run()) throw new Error(`The ${name} fail without a change.`);
  passing.add(name);
}

function fails(
  project: string,
  tier: string,
  files: readonly string[],
  version: Version,
): Promise<boolean> {
  const changed = join(folder, "module.ts");
  writeFileSync(changed, version.text);
  const child = spawn(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      `--config=${join(import.meta.dirname, "vitest.config.ts")}`,
      `--project=${project}`,
      `--tags-filter=${tier}`,
      "--bail=1",
      "--reporter=dot",
      ...files,
    ],
    {
      cwd: root,
      env: { ...process.env, MUTATED_MODULE: version.file, MUTATED_TEXT: changed },
      stdio: "ignore",
      detached: true,
    },
  );
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code !== 0);
    });
  });
}
