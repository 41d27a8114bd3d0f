import { createHash } from "node:crypto";

const RUNS = 40;
const TITLES = Array.from({ length: 400 }, (_, index) => ({
  mal_id: index,
  title: `Title ${index}`,
  genres: ["Drama", "Mystery"],
  score: index / 41,
}));

/**
 * Microseconds of processor time of fixed work (JSON, sorting, hashing) on this machine at this
 * moment, for what no server without our code does in the same run.
 */
export function timeReferenceWork(): number {
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run += 1) {
    const titles = JSON.parse(JSON.stringify(TITLES)) as typeof TITLES;
    titles.sort((one, other) => one.title.localeCompare(other.title));
    createHash("sha256").update(JSON.stringify(titles)).digest();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / RUNS;
}
