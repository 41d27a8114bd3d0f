import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import {
  benchDatabases,
  hasFullCatalog,
  ROOT,
  syntheticSizes,
  type BenchDatabase,
} from "./support/databases";
import { printGrowth } from "./support/growth";
import { timeRequest } from "./support/load";
import { startBuiltServer } from "./support/programs";
import { ms, percentile, printTable } from "./support/tables";

const QUERIES = join(ROOT, "tests/catalog/queries");
/** Growth is measured on every nth query. */
const GROWTH_EVERY = 6;
const WARM_UP = 40;

/** As users type them, and their growth with the catalog. */
export default async function search(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const queries = readQueries();
  if (queries.length === 0)
    return void process.stdout.write("Skipped: there are no queries in tests/catalog/queries.\n");
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    if (!flags.has("--growth")) await measureOverHttp(full, queries);
    const some = queries.filter((_, index) => index % GROWTH_EVERY === 0);
    process.stdout.write(`Growth with the catalog, ${some.length} queries, second asking:\n\n`);
    await printGrowth(
      { databases, full, sizes: syntheticSizes(flags) },
      {
        suggestions: ({ client }) =>
          some.map((text) => () => suggestAnime(client, { text, parentalControl: true })),
      },
    );
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
