import type { DatabaseClient } from "~db/client.server";
import { openOneConnection, type BenchDatabase } from "./databases";
import { readThreadCpuMs } from "./programs";
import { ms, percentile, printTable } from "./tables";

export type Queries = readonly (() => Promise<unknown>)[];
export type GrowthKinds = Record<string, (database: BenchDatabase) => Queries | Promise<Queries>>;

export interface Measured {
  kind: string;
  titles: number;
  p50: number;
  p95: number;
}

/** Caches and interrupts only ever add to a time. */
const ROUNDS = 4;

/** Processor time of Node and Postgres, which other processes hardly change. */
export async function measureKinds(
  { titles, env }: BenchDatabase,
  kinds: GrowthKinds,
): Promise<Measured[]> {
  const client = openOneConnection({ env });
  try {
    const readMs = await processorTimeReader(client);
    const measured: Measured[] = [];
    for (const [kind, queries] of Object.entries(kinds)) {
      const times: number[] = [];
      for (const query of await queries({ titles, env, client }))
        times.push(await leastOf(query, readMs));
      measured.push({ kind, titles, p50: percentile(times, 50), p95: percentile(times, 95) });
    }
    return measured;
  } finally {
    await client.close();
  }
}

/** Of this process and the backend of the only connection. */
export async function processorTimeReader({
  sql,
}: Pick<DatabaseClient, "sql">): Promise<() => number> {
  const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + readThreadCpuMs(backend?.pid ?? 0);
  };
}

async function leastOf(query: () => Promise<unknown>, readMs: () => number): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = readMs();
    await query();
    least = Math.min(least, readMs() - before);
  }
  return least;
}

/** Against the first size of each kind. */
export function printGrowth(measured: readonly Measured[]): void {
  const kinds = [...new Set(measured.map(({ kind }) => kind))];
  const rows = kinds.flatMap((name) => {
    const sizes = measured.filter(({ kind }) => kind === name);
    const [first] = sizes;
    return sizes.map(({ kind, titles, p50, p95 }) => [
      kind,
      titles,
      (titles / (first?.titles ?? titles)).toFixed(1),
      ms(p50),
      (p50 / (first?.p50 ?? p50)).toFixed(1),
      ms(p95),
      (p95 / (first?.p95 ?? p95)).toFixed(1),
    ]);
  });
  printTable(["", "titles", "× titles", "p50 CPU ms", "× p50", "p95 CPU ms", "× p95"], rows);
}
