import { readdirSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { createCoverage } from "./coverage";
import { fuzz } from "./fuzz";
import type { FuzzTarget } from "./target";

export interface TargetReport {
  executions: number;
  seeds: number;
  corpus: number;
  hit: number;
  total: number;
  findings: { problem: string; input: string }[];
}

const [name = "", seconds = "60", seed = "1"] = process.argv.slice(2);
const path = join(import.meta.dirname, "targets", `${name}.ts`);

// The target is read before it is imported, or its counters would come too late.
const source = readFileSync(path, "utf8");
const [, list = ""] = /instrumented: \[([^\]]*)\]/.exec(source) ?? [];
register("./instrument-hooks.mjs", {
  parentURL: import.meta.url,
  data: { patterns: [...list.matchAll(/"([^"]+)"/g)].map(([, pattern]) => pattern) },
});
const { default: target } = (await import(path)) as { default: FuzzTarget };

const folder = join(import.meta.dirname, "seeds", name);
const seeds = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
const coverage = createCoverage();
const result = await fuzz(target, seeds, coverage, {
  seconds: Number(seconds),
  seed: Number(seed),
});
const report: TargetReport = {
  executions: result.executions,
  seeds: seeds.length,
  corpus: result.corpus.length,
  hit: coverage.hit,
  total: coverage.total,
  findings: result.findings.map(({ problem, input }) => ({
    problem,
    input: input.toString("base64"),
  })),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
