import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { benchDatabases, hasFullCatalog, ROOT, type BenchDatabase } from "./support/databases";
import { timeRequest } from "./support/load";
import { startBuiltServer } from "./support/programs";
import { percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";

const QUERIES = join(ROOT, "tests/catalog/queries");
const WARM_UP = 40;

/** Times searches as users type them. */
export default async function search(): Promise<void> {
  if (!hasFullCatalog()) return;
  const queries = readQueries();
  if (queries.length === 0)
    return void process.stdout.write("Skipped: there are no queries in tests/catalog/queries.\n");
  const databases = await benchDatabases();
  try {
    await measureOverHttp(await databases.open(), queries);
  } finally {
    await databases.close();
  }
}

function readQueries(): string[] {
  const files = existsSync(QUERIES)
    ? readdirSync(QUERIES).filter((name) => name.endsWith(".ndjson"))
    : [];
  const lines = files.flatMap((name) =>
    readFileSync(join(QUERIES, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  return [...new Set(lines.map((line) => (JSON.parse(line) as { query: string }).query))];
}

/** Each query once, so that none hits the cache. */
async function measureOverHttp({ env }: BenchDatabase, queries: readonly string[]): Promise<void> {
  const server = await startBuiltServer(env);
  try {
    const paths = {
      suggest: (query: string) => `/api/animes/suggest?q=${encodeURIComponent(query)}`,
      listing: (query: string) => `/api/animes/full?search_query=${encodeURIComponent(query)}`,
    };
    const measure = async (path: (query: string) => string): Promise<number[]> => {
      for (const query of queries.slice(0, WARM_UP))
        await timeRequest(server.url + path(`${query} x`));
      const times: number[] = [];
      for (const query of queries) times.push(await timeRequest(server.url + path(query)));
      return times;
    };
    const row = (name: string, times: number[]) => [
      name,
      ms(percentile(times, 50)),
      ms(percentile(times, 95)),
      ms(percentile(times, 99)),
      ms(Math.max(...times)),
    ];
    const rows = [
      row("/api/animes/suggest", await measure(paths.suggest)),
      row("/api/animes/full?search_query=", await measure(paths.listing)),
    ];
    process.stdout.write(
      `\nSearch over HTTP, uncached, ${queries.length} queries one after the other (aim: p95 ≤ 15 ms):\n\n`,
    );
    printTable(["", "p50 ms", "p95 ms", "p99 ms", "longest ms"], rows);
  } finally {
    await server.stop();
  }
}
