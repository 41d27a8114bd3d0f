import type { BenchDatabase, BenchDatabases } from "./databases";
import { ms, percentile, printTable } from "./tables";

/** Questions to a catalog, to be asked one after the other. */
export type Questions = readonly (() => Promise<unknown>)[];

interface Growth {
  databases: BenchDatabases;
  /** The full catalog, to which the others are compared. */
  full: BenchDatabase;
  /** Titles of the other catalogs. */
  sizes: readonly number[];
}

/** Prints how the answers to each kind of questions slow down with the catalog. Each question is asked twice, and the second asking counts. */
export async function printGrowth(
  { databases, full, sizes }: Growth,
  kinds: Record<string, (database: BenchDatabase) => Questions | Promise<Questions>>,
): Promise<void> {
  const measured = new Map(Object.keys(kinds).map((kind) => [kind, [] as Measured[]]));
  for (const size of [null, ...sizes]) {
    const database = size === null ? full : await databases.open(size);
    for (const [kind, questions] of Object.entries(kinds))
      measured
        .get(kind)
        ?.push({ titles: database.titles, ...(await measure(await questions(database))) });
  }
  const rows = [...measured].flatMap(([kind, sizesOfKind]) =>
    sizesOfKind.map(({ titles, p50, p95 }) => {
      const first = sizesOfKind[0] ?? { titles, p50, p95 };
      return [
        kind,
        titles,
        (titles / first.titles).toFixed(1),
        ms(p50),
        (p50 / first.p50).toFixed(1),
        ms(p95),
        (p95 / first.p95).toFixed(1),
      ];
    }),
  );
  printTable(["", "titles", "× titles", "p50 ms", "× p50", "p95 ms", "× p95"], rows);
}

interface Measured {
  titles: number;
  p50: number;
  p95: number;
}

async function measure(questions: Questions): Promise<Omit<Measured, "titles">> {
  const times: number[] = [];
  for (const ask of questions) {
    await ask();
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}
