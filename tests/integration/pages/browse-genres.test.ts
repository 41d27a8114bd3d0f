import { beforeAll, describe, expect, it } from "vitest";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { loader as browse } from "~/routes/catalog/browse";
import { addAnimes, addRelation } from "../../factories/anime";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);
const GENRES = ["Comedy", "Drama", "Horror", "Sci-Fi", "Sports"];

beforeAll(async () => {
  await addAnimes(
    database.db,
    ...Array.from({ length: 60 }, (_, index) => ({
      mal_id: index + 1,
      genres: GENRES.filter((__, place) => (index * 7) % (place + 2) === 0),
    })),
  );
  for (let id = 1; id < 20; id += 1) await addRelation(database.db, id, "SEQUEL", id + 1);
  await rebuildFranchises(database.db);
  await rebuildListingBitmaps(database.db);
});

const open = (query: string) => call(browse, `/browse?${query}`);
const totalOf = async (query: string) => (await open(query)).meta.total_items;
const listOf = (genres: readonly string[]) => `genre_filter=${genres.join(",")}`;

describe("the genres of Browse's form", () => {
  it("narrow one another, or widen where any of them will do", async () => {
    const [comedy, both, either] = [
      await totalOf("genre_filter=comedy"),
      await totalOf("genre_filter=comedy,drama&genre_match=all"),
      await totalOf("genre_filter=comedy,drama"),
    ];
    expect(both).toBeLessThan(comedy);
    expect(either).toBeGreaterThan(comedy);
  });

  it.each([
    ["none", [], "genre_match=all"],
    ["one", ["Drama"], "genre_match=all"],
    ["two that must be there", ["Drama", "Comedy"], "genre_match=all"],
    ["two of which any will do", ["Drama", "Comedy"], "genre_match=any"],
    ["two beside an excluded one", ["Drama", "Comedy"], "genre_match=any&genre_exclude=horror"],
    ["one beside an excluded one", ["Drama"], "genre_match=all&genre_exclude=horror"],
  ])("have beside them what a click gives: %s", async (_, chosen, rest) => {
    const { genres } = await open(`${listOf(chosen)}&${rest}`);
    const offered = genres.filter(({ name }) => !chosen.includes(name));
    expect(offered.some(({ count }) => count > 0)).toBe(true);
    for (const { name, count } of offered)
      expect([name, count]).toEqual([name, await totalOf(`${listOf([...chosen, name])}&${rest}`)]);
  });

  it("count titles, also where franchises are collapsed", async () => {
    const chosen = listOf(["Drama", "Comedy"]);
    const [collapsed, plain] = [await open(`${chosen}&franchises=collapse`), await open(chosen)];
    expect(collapsed.meta.total_items).toBeLessThan(plain.meta.total_items);
    expect(collapsed.genres).toEqual(plain.genres);
  });

  it("keep their match on other pages, in chips and in saved searches", async () => {
    const { chips, query } = await open(
      "genre_filter=comedy,drama,sports&genre_match=all&page_number=2",
    );
    expect(query).toMatchObject({ genres: [], allGenres: ["comedy", "drama", "sports"], page: 2 });
    expect(chips.map(({ label, to }) => [label, decodeURIComponent(to)])).toEqual([
      ["Comedy", "/browse?genre_filter=drama,sports&genre_match=all"],
      ["Drama", "/browse?genre_filter=comedy,sports&genre_match=all"],
      ["Sports", "/browse?genre_filter=comedy,drama&genre_match=all"],
    ]);
  });
});
