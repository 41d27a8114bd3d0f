import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ROOT } from "./databases";
import { formatTable } from "./markdown-table";
import { median } from "./percentiles";

/** A table as printed. */
export interface ResultTable {
  heading: string[];
  rows: string[][];
}

export interface Results {
  node: string;
  machine: string;
  benchmarks: Record<string, ResultTable[]>;
  /** Processor time per request ÷ the reference's in the same rounds, by what was measured. */
  costs: Record<string, number>;
}

/** Costs by machine and major version of Node, then by name. */
type RecordedCosts = Record<string, Record<string, number>>;

const RECORDED = join(ROOT, "bench/recorded.json");
const FOLDER = join(ROOT, ".data/bench/results");
/** Ratios vary by some per cent from run to run. */
const MAX_LOSS = 1.15;

const results: Results = {
  node: process.version,
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`,
  benchmarks: {},
  costs: {},
};
let current: ResultTable[] = [];

export function startBenchmark(name: string): void {
  results.benchmarks[name] = current = [];
}

export function recordTable(table: ResultTable): void {
  current.push(table);
}

type Rounds = readonly (number | null)[];

/** A cost of ours that later runs on the same machine are compared with. */
export function recordCost(name: string, micros: Rounds, reference: Rounds): void {
  const cost = relativeCost(micros, reference);
  if (cost !== null) results.costs[name] = cost;
}

/**
 * Processor microseconds per request in each round, as the median of the ratios to `reference` in
 * the same round: a virtual machine can be twice as fast in one run as in the next. Null if no
 * round has both.
 */
export function relativeCost(micros: Rounds, reference: Rounds): number | null {
  const ratios = micros
    .map((value, round) => (value ?? NaN) / (reference[round] ?? NaN))
    .filter(Number.isFinite);
  return ratios.length > 0 ? median(ratios) : null;
}

/** Writes `node-<major>.json` and `.md`; returns their paths. */
export function writeResults(): string[] {
  mkdirSync(FOLDER, { recursive: true });
  const base = join(FOLDER, `node-${majorVersion()}`);
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(`${base}.md`, toMarkdown(results));
  return [`${base}.md`, `${base}.json`];
}

/** What costs over 15 % more than recorded on this machine with this version of Node. */
export function findLosses(costs: Record<string, number>, before: Record<string, number>) {
  return Object.entries(costs).flatMap(([name, cost]) => {
    const recorded = before[name];
    return recorded !== undefined && cost > recorded * MAX_LOSS ? [{ name, recorded, cost }] : [];
  });
}

/** Compares with the recorded costs, or replaces them if `isRecording`. False after a loss. */
export function compareResults(isRecording: boolean): boolean {
  const recorded: RecordedCosts = existsSync(RECORDED)
    ? (JSON.parse(readFileSync(RECORDED, "utf8")) as RecordedCosts)
    : {};
  const key = `${results.machine}, Node ${majorVersion()}`;
  const before = recorded[key] ?? {};
  const losses = findLosses(results.costs, before);
  for (const { name, recorded: old, cost } of losses)
    process.stdout.write(
      `Slower: ${name} took ${old.toFixed(3)} times the reference, now ${cost.toFixed(3)}\n`,
    );
  if (isRecording) {
    const costs = Object.entries({ ...before, ...results.costs })
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, cost]) => [name, Number(cost.toPrecision(4))]);
    recorded[key] = Object.fromEntries(costs) as Record<string, number>;
    writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
    return true;
  }
  return losses.length === 0;
}

function majorVersion(): string {
  return process.versions.node.split(".", 1)[0] ?? "";
}

function toMarkdown({ node, machine, benchmarks }: Results): string {
  const parts = Object.entries(benchmarks).map(([name, tables]) =>
    [`## ${name}`, ...tables.map(({ heading, rows }) => formatTable(heading, rows))].join("\n\n"),
  );
  return `# Benchmarks\n\nNode ${node}, ${machine}.\n\n${parts.join("\n\n")}\n`;
}
