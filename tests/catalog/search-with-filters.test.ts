import { beforeAll, describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { isMature } from "~/features/catalog/maturity";
import { listAnime } from "~/features/listing/list-anime.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { matchTitles } from "~/features/search/search-titles.server";
import { testDatabase } from "../support/database/test-database";
import { compareWithOracle } from "../support/compare-search";
import { hasData } from "./data";
import { CATALOG_TEMPLATE } from "./support/setup";

/** Lists the words of a title's names in plain letters. */
function wordsOf({ title, title_english, title_synonyms }: Anime): string[] {
  return [title, title_english ?? "", ...title_synonyms].flatMap(
    (name) =>
      name
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [],
  );
}

describe.skipIf(!hasData)("a search with filters over the full catalog", async () => {
  const database = await testDatabase({ template: CATALOG_TEMPLATE });
  const catalog: Anime[] = [];

  const list = async (search: string): Promise<{ items: Anime[]; total: number }> =>
    listAnime(database, parseListing(new URLSearchParams(search)));

  beforeAll(async () => {
    for (let page = 1; ; page += 1) {
      const { items } = await list(`parental_control=false&limit_count=500&page_number=${page}`);
      catalog.push(...items);
      if (items.length === 0) break;
    }
  });

  const compare = async (numRuns: number) => {
    const listIds = async (search: string) => {
      const { items, total } = await list(search);
      return { ids: items.map((anime) => anime.mal_id), total };
    };
    const hits = await compareWithOracle(catalog, { list: listIds, numRuns });
    expect(hits).toBeGreaterThan(numRuns / 30);
  };

  it("matches a scan of every title for any query, filters, sort and page", () => compare(30));
  it("matches a scan of every title for many of them", { tags: "nightly" }, () => compare(150));

  it("finds every title with the word, under any filter", async () => {
    const found = async (word: string): Promise<Set<number>> =>
      new Set(
        (await matchTitles(database.sql, word, { parentalControl: true })).map(
          ({ malId }) => malId,
        ),
      );
    for (const word of ["movie", "season", "part", "special", "love", "the", "no", "hunter"]) {
      const ids = await found(word);
      const missing = catalog.filter(
        (anime) => !isMature(anime) && !ids.has(anime.mal_id) && wordsOf(anime).includes(word),
      );
      expect(missing.map(({ title }) => `${word}: ${title}`)).toEqual([]);
    }
    const { total } = await list("search_query=season&type_filter=ona");
    const named = catalog.filter(
      (anime) => !isMature(anime) && anime.type === "ONA" && wordsOf(anime).includes("season"),
    );
    expect(total).toBeGreaterThanOrEqual(named.length);
  });
});
