import { listFacets } from "~/features/catalog/listing/list-facets.server";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { searchAnimeJson } from "~/features/catalog/listing/search-anime.server";
import { countTerms, findSimilar } from "~/features/catalog/similar/find-similar.server";
import type { BenchDatabase, BenchDatabases } from "./databases";
import { differentListings } from "./questions";
import { ms, percentile, printTable } from "./tables";

const GROWTH_QUESTIONS = 120;
const FACET_QUESTIONS = 40;
const SIMILAR_QUESTIONS = 40;
const DEEP_PAGES = ["score", "score_asc", "title", "title_asc", "popularity", "newest"].flatMap((order) => [900, 450].map((page) => `/api/animes/full?order_by=${order}&page=${page}`));

/** What is asked of catalogs of each size, and how often. */
const GROWTH: Record<string, (database: BenchDatabase) => Promise<(() => Promise<unknown>)[]>> = {
  filters: ({ client }) => Promise.resolve(differentListings(GROWTH_QUESTIONS).map((path) => () => searchAnimeJson(client, queryOf(path)))),
  "deep pages": ({ client }) => Promise.resolve(DEEP_PAGES.map((path) => () => searchAnimeJson(client, queryOf(path)))),
  facets: ({ client }) => Promise.resolve(differentListings(FACET_QUESTIONS).map((path) => () => listFacets(client, queryOf(path)))),
  similar: async ({ client: { db, sql } }) => {
    const terms = await countTerms(db);
    const subjects = await sql<{ id: number }[]>`select mal_id as id from animes where mal_id < 1000000 and not mature and popularity is not null order by popularity limit ${SIMILAR_QUESTIONS}`;
    return subjects.map(({ id }) => () => findSimilar(db, { id, parentalControl: true, limit: 12, terms }));
  },
};

function queryOf(path: string): ListingQuery {
  return parseListing(new URL(path, "http://localhost").searchParams);
}

/** Prints how the listing and what is made of it grow with the catalog. */
export async function measureGrowth(databases: BenchDatabases, full: BenchDatabase, sizes: readonly number[]): Promise<void> {
  const measure = async (database: BenchDatabase): Promise<Map<string, { p50: number; p95: number }>> => {
    const results = new Map<string, { p50: number; p95: number }>();
    for (const [name, questions] of Object.entries(GROWTH)) {
      const times: number[] = [];
      for (const ask of await questions(database)) {
        await ask();
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
      results.set(name, { p50: percentile(times, 50), p95: percentile(times, 95) });
    }
    return results;
  };
  const base = await measure(full);
  const rows: (string | number)[][] = [];
  const add = (titles: number, results: typeof base): void => {
    for (const [name, { p50, p95 }] of results) {
      const first = base.get(name) ?? { p50, p95 };
      rows.push([name, titles, (titles / full.titles).toFixed(1), ms(p50), (p50 / first.p50).toFixed(1), ms(p95), (p95 / first.p95).toFixed(1)]);
    }
  };
  add(full.titles, base);
  for (const size of sizes) {
    const grown = await databases.open(size);
    add(grown.titles, await measure(grown));
  }
  process.stdout.write(`Growth with the catalog, the second asking of each question: ${GROWTH_QUESTIONS} filters, ${DEEP_PAGES.length} pages deep in an order, the facets of ${FACET_QUESTIONS} filters, the titles like ${SIMILAR_QUESTIONS}:\n\n`);
  rows.sort((one, other) => Object.keys(GROWTH).indexOf(String(one[0])) - Object.keys(GROWTH).indexOf(String(other[0])));
  printTable(["", "titles", "× titles", "p50 ms", "× p50", "p95 ms", "× p95"], rows);
}
