import { readdirSync } from "node:fs";
import { describeLoad, describeMachine } from "./support/machine";
import { compareResults } from "./support/results";

/** The default export of `bench/<name>.ts`; prints its own tables. */
export type Benchmark = (flags: ReadonlySet<string>) => Promise<void>;

/** Replaces the recorded costs (`bench/recorded.json`) instead of comparing with them. */
const RECORD = "--record";

/**
 * `npm run bench -- <name>… [--flag]…`; lists the benchmarks without a name. Fails when a request
 * costs over 15 % more processor time than recorded.
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
  print(describeMachine());
  for (const name of names) {
    const { default: benchmark } = (await import(`./${name}.ts`)) as { default: Benchmark };
    print(`\n# ${name}`);
    await benchmark(flags);
  }
  print(`\nLoad at the end: ${describeLoad()}`);
  return compareResults(flags.has(RECORD)) ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2));
