import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describeLoad, describeMachine } from "./support/machine";
import { NODE_MAJORS, nodeBinary } from "./support/node-versions";
import { compareResults, startBenchmark, writeResults } from "./support/results";

/** The default export of `bench/<name>.ts`; prints its own tables. */
export type Benchmark = (flags: ReadonlySet<string>) => Promise<void>;

/** Runs in this version of Node only. */
const SINGLE = "--single";
/** Replaces the recorded costs (`bench/recorded.json`) instead of comparing with them. */
const RECORD = "--record";

/**
 * `npm run bench -- <name>… [--flag]…`, in each supported version of Node; lists the benchmarks
 * without a name. Fails when a request costs over 15 % more processor time than recorded.
 */
async function main(words: readonly string[]): Promise<number> {
  const existing = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "run.ts")
    .map((entry) => entry.name.slice(0, -3))
    .sort();
  const flags = new Set(words.filter((word) => word.startsWith("--")));
  const names = words.filter((word) => !word.startsWith("--"));
  const unknown = names.filter((name) => !existing.includes(name));
  if (names.length === 0 || unknown.length > 0) {
    print(
      `${unknown.length > 0 ? `There is no benchmark called ${unknown.join(", ")}. ` : ""}Benchmarks: ${existing.join(", ")}. Example: npm run bench -- listing search`,
    );
    return 1;
  }
  if (!flags.has(SINGLE)) return runInEachVersion(words);
  print(describeMachine());
  for (const name of names) {
    const { default: benchmark } = (await import(`./${name}.ts`)) as { default: Benchmark };
    print(`\n# ${name}`);
    startBenchmark(name);
    await benchmark(flags);
  }
  print(`\nLoad at the end: ${describeLoad()}`);
  print(`Written: ${writeResults().join(", ")}`);
  return compareResults(flags.has(RECORD)) ? 0 : 1;
}

/** One after the other; servers and loads use the version of the process that starts them. */
function runInEachVersion(words: readonly string[]): number {
  let worst = 0;
  for (const major of NODE_MAJORS) {
    const argv = ["--import", "tsx", import.meta.filename, ...words, SINGLE];
    const { status } = spawnSync(nodeBinary(major), argv, { stdio: "inherit" });
    worst = Math.max(worst, status ?? 1);
  }
  return worst;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2));
