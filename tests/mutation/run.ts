import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenNeeded } from "../../scripts/lib/prepare.mjs";
import { seededRandom } from "../support/random";
import { applyMutant, findMutants, type Mutant } from "./mutants";
import { CENTRAL_MODULES } from "./modules";

/**
 * `npm run test:mutation [-- module…] [--each 6] [--seed 1]`: changes central modules a little, one
 * change at a time, and prints how many of a sample the main tier finds, and how many the rest
 * one finds besides. What the main tier does not find is named on standard error. Tests of the
 * built server do not see the changes.
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

type Verdict = "unit" | "main" | "rest" | "survived";

await buildWhenNeeded();
console.log("| module | mutants | unit | main integration | rest | survived |");
console.log("| --- | --- | --- | --- | --- | --- |");
const passing = new Set<string>();
for (const module of CENTRAL_MODULES) {
  if (positionals.length > 0 && !positionals.some((name) => module.file.includes(name))) continue;
  const text = readFileSync(join(root, module.file), "utf8");
  const counts = { unit: 0, main: 0, rest: 0, survived: 0 };
  const mutants = seededRandom(Number(values.seed))
    .shuffled(findMutants(text))
    .slice(0, Number(values.each));
  for (const mutant of mutants) {
    const verdict = await judge(module, text, mutant);
    counts[verdict] += 1;
    if (verdict === "rest" || verdict === "survived")
      console.error(
        `${verdict}: ${module.file}:${mutant.line} ${text.slice(mutant.start, mutant.end)} → ${mutant.replacement}`,
      );
  }
  console.log(
    `| ${basename(module.file)} | ${mutants.length} | ${Object.values(counts).join(" | ")} |`,
  );
}

/** The changed module, or the one as it is, which every run must pass first. */
interface Version {
  file: string;
  text: string;
}

async function judge(
  { file, unit, integration }: (typeof CENTRAL_MODULES)[number],
  text: string,
  mutant: Mutant,
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
    const run = (version: Version) => fails(project, tier, files, version);
    await passAsIs(`${verdict} tests of ${file}`, () => run({ file, text }));
    if (await run(changed)) return verdict;
  }
  return "survived";
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
