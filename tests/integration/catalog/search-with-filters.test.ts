// @module-tag rest
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { AgeLimit } from "~/features/catalog/parental-control";
import { listAnime } from "~/features/listing/list-anime.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { listTermCounts } from "~/features/listing/list-term-counts.server";
import { withSharedSearches } from "~/features/listing/listing-source.server";
import { parseFilters, parseListing } from "~/features/listing/parse-listing.server";
import { matchTitles } from "~/features/search/search-titles.server";
import { addAnimes, buildAnime, indexForSearch } from "../../factories/anime";
import { compareWithOracle } from "../../support/compare-search";
import { testDatabase } from "../../support/database/test-database";
import { admittedBy, arbitraryLimit } from "../../support/listing-oracle";
import { createSearchOracle } from "../../support/search-oracle";
import { arbitrarySearch } from "../../support/search-queries";

const SAME_NAME = 3_000;
const WORDS = "dragon girl love magic school star battle knight moon idol robot shadow".split(" ");
const JAPANESE = ["物語", "魔法", "少女", "戦記", "劇場版"];
const LIMIT_LABELS = ["G - All Ages", "PG - Children", "PG-13 - Teens 13 or older", "R - 17+"];
const TYPES = ["TV", "Movie", "OVA", "ONA", "Special"];

/** Makes more titles of one word, one type and one name than any cut leaves. */
function generateCatalog(): Anime[] {
  const pick = <Item>(items: readonly Item[], index: number, step: number): Item =>
    items[Math.floor(index / step) % items.length] as Item;
  const equal = Array.from({ length: SAME_NAME }, (_, index) =>
    buildAnime({
      mal_id: 10_000 + index,
      title: "Kaisei no Uta",
      year: 1990 + (index % 30),
      popularity: 20_000 - index,
    }),
  );
  const mixed = Array.from({ length: 1_500 }, (_, index) =>
    buildAnime({
      mal_id: 20_000 + index,
      title: `${pick(WORDS, index, 1)} no ${pick(WORDS, index, 7)} Movie ${index % 40}`,
      title_english: index % 3 === 0 ? `The ${pick(WORDS, index, 5)}: Season ${index % 6}` : null,
      title_japanese: `${pick(JAPANESE, index, 1)}${pick(JAPANESE, index, 6)}`,
      title_synonyms: index % 5 === 0 ? [`${pick(WORDS, index, 3)} ${pick(WORDS, index, 11)}`] : [],
      type: pick(TYPES, index, 4),
      year: index % 9 === 0 ? null : 1980 + (index % 45),
      score: index % 4 === 0 ? null : (index % 90) / 10,
      popularity: index % 50 === 0 ? null : index + 1,
      themes: index % 7 === 0 ? ["Mecha"] : [],
      studios: [pick(["Bones", "Madhouse"], index, 8)],
      broadcast_day: index % 10 === 0 ? "Monday" : null,
      rating: pick([...LIMIT_LABELS, "R+ - Mild Nudity", null], index, 1),
      genres: index % 12 === 0 ? ["Hentai"] : [pick(["Action", "Drama", "Comedy"], index, 2)],
    }),
  );
  return [...equal, ...mixed];
}

describe("a search with filters", async () => {
  const database = await testDatabase();
  const catalog = generateCatalog();

  beforeAll(async () => {
    await addAnimes(database.db, ...catalog);
    await indexForSearch(database.db);
    await database.sql`VACUUM (ANALYZE) animes, listing_entries, anime_title_keys, anime_title_words`;
  });

  const list = async (search: string): Promise<{ ids: number[]; total: number }> => {
    const { items, total } = await listAnime(database, parseListing(new URLSearchParams(search)));
    return { ids: items.map((anime) => anime.mal_id), total };
  };

  it("matches a scan of every title for any query, filters, sort and page", async () => {
    expect(await compareWithOracle(catalog, { list, numRuns: 80 })).toBeGreaterThan(10);
  });

  it("finds within an age limit what it would find if the catalog had nothing else", async () => {
    const oracle = createSearchOracle(catalog);
    const rated = catalog.filter((anime) => anime.mal_id >= 20_000);
    let [hits, limited] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitraryLimit(rated), arbitrarySearch(rated), async (limit, query) => {
        const parentalControl = new AgeLimit(limit.rating, limit);
        const found = await matchTitles(database.sql, query, { parentalControl });
        const ids = found.map(({ malId }) => malId);
        expect(ids).toEqual(await oracle.searchAmong(admittedBy(catalog, limit), query));
        if (ids.length > 0) hits += 1;
        if (ids.length < (await oracle.search(query, true)).length) limited += 1;
      }),
      { numRuns: 60 },
    );
    expect(Math.min(hits, limited)).toBeGreaterThan(10);
  });

  it("counts three thousand titles of one name, and reaches the last of them", async () => {
    const { total } = await list("search_query=kaisei no uta");
    expect(total).toBe(SAME_NAME);
    const { ids } = await list("search_query=kaisei no uta&page_number=3000&limit_count=1");
    expect(ids).toEqual([10_000]);
    const { ids: past } = await list("search_query=kaisei no uta&page_number=3001&limit_count=1");
    expect(past).toEqual([]);
  });

  it("finds the least popular titles of a filter", async () => {
    const { total } = await list("search_query=kaisei no uta&year_filter=1990");
    expect(total).toBe(SAME_NAME / 30);
  });

  it("counts facets of all matches", async () => {
    const { years } = await listFacets(
      database,
      parseFilters(new URLSearchParams("search_query=kaisei no uta")),
    );
    expect(years).toHaveLength(30);
    expect(new Set(years.map(({ count }) => count))).toEqual(new Set([SAME_NAME / 30]));
  });

  it("is searched once for the listings and counts of a request", async () => {
    const counted = (): { lookups: number; tools: typeof database } => {
      const run = {
        lookups: 0,
        tools: {
          ...database,
          sql: new Proxy(database.sql, {
            apply: (target, self, parts: Parameters<typeof database.sql>) => {
              run.lookups += 1;
              return Reflect.apply(target, self, parts) as unknown;
            },
          }),
        },
      };
      return run;
    };
    const query = parseListing(new URLSearchParams("search_query=draogn girl&type_filter=Movie"));
    const counts = { hidden: null, names: ["Bones", "Madhouse"], isComplete: false };
    const alone = counted();
    const listing = await listAnime(alone.tools, query);
    const together = counted();
    const shared = withSharedSearches(together.tools);
    const responses = await Promise.all([
      listAnime(shared, query),
      listFacets(shared, query),
      listTermCounts(shared, "studio", query, counts),
    ]);
    expect(listing.total).toBeGreaterThan(0);
    expect(responses).toEqual([
      listing,
      await listFacets(database, query),
      await listTermCounts(database, "studio", query, counts),
    ]);
    expect(together.lookups).toBe(alone.lookups);
    expect(alone.lookups).toBeGreaterThan(0);
    await listAnime(shared, { ...query, parentalControl: !query.parentalControl });
    expect(together.lookups).toBeGreaterThan(alone.lookups);
  });
});
