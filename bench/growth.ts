import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listAnimeJson } from "~/features/listing/list-anime.server";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { matchTitles } from "~/features/search/search-titles.server";
import {
  benchDatabases,
  hasFullCatalog,
  openWithoutTimeouts,
  ROOT,
  syntheticSizes,
  type BenchDatabase,
} from "./support/databases";
import { measureKinds, printGrowth, type GrowthKinds, type Measured } from "./support/growth-table";
import { measureImport, printImports, type ImportMeasured } from "./support/import-growth";
import { LISTING_GROWTH_LABEL, LISTING_GROWTH_QUERIES } from "./support/listing-growth";
import { printTable } from "./support/tables";

const QUERIES = join(ROOT, "tests/catalog/queries");
const RESULTS = join(ROOT, ".data/bench/growth.json");
/** Times are measured on every nth query, recall on all. */
const TIMED_EVERY = 6;
const RECALL_AT = 3;

interface Query {
  query: string;
  accept: number[];
}

interface Recall {
  titles: number;
  listing: number;
  suggestions: number;
}

/**
 * What a larger catalog costs: 300,000 titles generated from the real ones against the real ones,
 * and 1,000,000 with `--million`. `--no-import` leaves out the import, which copies each database,
 * `--no-times` all but recall. Prints Markdown and writes JSON.
 */
export default async function growth(flags: ReadonlySet<string>): Promise<void> {
  if (!hasFullCatalog()) return;
  const queries = readQueries();
  const databases = await benchDatabases();
  const sizes = [undefined, ...syntheticSizes(flags)];
  const times: Measured[] = [];
  const recalls: Recall[] = [];
  const imports: ImportMeasured[] = [];
  try {
    const catalogs: BenchDatabase[] = [];
    for (const size of sizes) catalogs.push(await databases.open(size));
    const timed = queries.filter((_, index) => index % TIMED_EVERY === 0);
    if (!flags.has("--no-times"))
      times.push(
        ...(await measureKinds(catalogs, { ...LISTING_GROWTH_QUERIES, ...searchKinds(timed) })),
      );
    for (const catalog of catalogs) recalls.push(await measureRecall(catalog, queries));
    if (!flags.has("--no-import"))
      for (const size of sizes) imports.push(await measureImport(databases, size));
  } finally {
    await databases.close();
  }
  process.stdout.write(
    `Growth with the catalog, processor time of Node and Postgres, the least of 4 runs of each query: ${LISTING_GROWTH_LABEL}, every ${TIMED_EVERY}th of ${queries.length} searches and suggestions:\n\n`,
  );
  if (times.length > 0) printGrowth(times);
  printTable(
    ["titles", `recall@${RECALL_AT} of searches`, "of suggestions"],
    recalls.map(({ titles, listing, suggestions }) => [
      titles,
      listing.toFixed(4),
      suggestions.toFixed(4),
    ]),
  );
  printImports(imports);
  writeFileSync(RESULTS, JSON.stringify({ times, recalls, imports }, null, 2));
}

function searchKinds(queries: readonly Query[]): GrowthKinds {
  return {
    search: ({ client }) =>
      queries.map(({ query }) => {
        const listing = parseListing(new URLSearchParams({ search_query: query }));
        return () => listAnimeJson(client, listing);
      }),
    suggestions: ({ client }) =>
      queries.map(
        ({ query }) =>
          () =>
            suggestAnime(client, { text: query, parentalControl: true }),
      ),
  };
}

/** Measures without timeouts: the first searches of a large catalog wait for the disk. */
async function measureRecall(
  { titles, env }: BenchDatabase,
  queries: readonly Query[],
): Promise<Recall> {
  const client = openWithoutTimeouts({ env });
  const wanted = queries.filter(({ accept }) => accept.length > 0);
  const share = async (limit?: number): Promise<number> => {
    let found = 0;
    for (const { query, accept } of wanted) {
      const matches = await matchTitles(client.sql, query, {
        parentalControl: true,
        ...(limit !== undefined && { limit }),
      });
      if (matches.slice(0, RECALL_AT).some(({ malId }) => accept.includes(malId))) found += 1;
    }
    return found / wanted.length;
  };
  try {
    return { titles, listing: await share(), suggestions: await share(10) };
  } finally {
    await client.close();
  }
}

function readQueries(): Query[] {
  const files = existsSync(QUERIES)
    ? readdirSync(QUERIES).filter((name) => name.endsWith(".ndjson"))
    : [];
  return files.flatMap((name) =>
    readFileSync(join(QUERIES, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Query),
  );
}
