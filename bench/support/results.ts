import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ROOT } from "./databases";
import { median } from "./percentiles";

/** Costs by machine and major version of Node, then by name. */
type RecordedCosts = Record<string, Record<string, number>>;

const RECORDED = join(ROOT, "bench/recorded.json");
/** Ratios vary by some per cent from run to run. */
const MAX_LOSS = 1.15;

const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
const version = process.versions.node.split(".", 1)[0] ?? "";
/** Processor time per request ÷ the reference's in the same rounds, by what was measured. */
const costs: Record<string, number> = {};

type Rounds = readonly (number | null)[];

/** A cost of ours that later runs on the same machine are compared with. */
export function recordCost(name: string, micros: Rounds, reference: Rounds): void {
  const cost = relativeCost(micros, reference);
  if (cost !== null) costs[name] = cost;
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

/** What costs over 15 % more than recorded on this machine with this version of Node. */
export function findLosses(now: Record<string, number>, before: Record<string, number>) {
  return Object.entries(now).flatMap(([name, cost]) => {
    const recorded = before[name];
    return recorded !== undefined && cost > recorded * MAX_LOSS ? [{ name, recorded, cost }] : [];
  });
}

/** Compares with the recorded costs, or replaces them if `isRecording`. False after a loss. */
export function compareResults(isRecording: boolean): boolean {
  const recorded: RecordedCosts = existsSync(RECORDED)
    ? (JSON.parse(readFileSync(RECORDED, "utf8")) as RecordedCosts)
    : {};
  const key = `${machine}, Node ${version}`;
  const before = recorded[key] ?? {};
  const losses = findLosses(costs, before);
  for (const { name, recorded: old, cost } of losses)
    process.stdout.write(
      `Slower: ${name} took ${old.toFixed(3)} times the reference, now ${cost.toFixed(3)}\n`,
    );
  if (isRecording) {
    const sorted = Object.entries({ ...before, ...costs })
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, cost]) => [name, Number(cost.toPrecision(4))]);
    recorded[key] = Object.fromEntries(sorted) as Record<string, number>;
    writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
    return true;
  }
  return losses.length === 0;
}
