import type { DatabaseClient } from "~db/client.server";
import { openOneConnection, type BenchDatabase } from "./databases";
import { readThreadCpuMs } from "./programs";
import { percentile } from "./percentiles";
import { ms, printTable } from "./tables";

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

/**
 * Processor time of Node and Postgres, which other processes hardly change. Catalogs take turns:
 * the speed of a virtual machine changes within minutes.
 */
export async function measureKinds(
  databases: readonly BenchDatabase[],
  kinds: GrowthKinds,
): Promise<Measured[]> {
  const contestants = await Promise.all(
    databases.map(async ({ titles, env }) => {
      const client = openOneConnection({ env });
      return { titles, env, client, readMs: await processorTimeReader(client) };
    }),
  );
  try {
    const measured: Measured[] = [];
    for (const [kind, queriesOf] of Object.entries(kinds)) {
      const runs = await Promise.all(
        contestants.map(async (one) => {
          const queries = await queriesOf(one);
          return { ...one, queries, least: queries.map(() => Infinity) };
        }),
      );
      await measureInTurns(runs);
      for (const { titles, least } of runs)
        measured.push({ kind, titles, p50: percentile(least, 50), p95: percentile(least, 95) });
    }
    return measured;
  } finally {
    await Promise.all(contestants.map(({ client }) => client.close()));
  }
}

interface QueryRuns {
  queries: Queries;
  readMs: () => number;
  /** The least figure of each query. */
  least: number[];
}

/** All have as many queries. */
async function measureInTurns(runs: readonly QueryRuns[]): Promise<void> {
  const count = runs[0]?.queries.length ?? 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (let at = 0; at < count; at += 1)
      for (const { queries, readMs, least } of runs) {
        const before = readMs();
        await queries[at]?.();
        least[at] = Math.min(least[at] ?? Infinity, readMs() - before);
      }
}

/** Reads the time of this process and of the backend of the only connection. */
export async function processorTimeReader({
  sql,
}: Pick<DatabaseClient, "sql">): Promise<() => number> {
  const [backend] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + readThreadCpuMs(backend?.pid ?? 0);
  };
}

/** Prints each size as a multiple of the first of its kind. */
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
