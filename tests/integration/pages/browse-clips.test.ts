import { beforeAll, describe, expect, it } from "vitest";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as filterNames } from "~/routes/catalog/filter-names";
import { action as submitSearch } from "~/routes/watch-list/searches";
import { ANIME_TYPES } from "~/features/catalog/vocabulary";
import { savedSearches } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const call = createPageCaller(database);
/** The ids of titles in the order of their types, and of one without a type. */
const TYPES = [...ANIME_TYPES, null];
const idOf = (type: (typeof TYPES)[number]) => TYPES.indexOf(type) + 1;
const CLIPS = [idOf("Music"), idOf("CM"), idOf("PV")];
const STORIES = TYPES.map(idOf).filter((id) => !CLIPS.includes(id));
const ALL = TYPES.map(idOf);

beforeAll(async () => {
  await addAnimes(
    db,
    ...TYPES.map((type) => ({
      mal_id: idOf(type),
      title: "Lantern",
      type,
      genres: ["Drama"],
      studios: ["Studio A"],
      themes: ["School"],
    })),
  );
  await indexForSearch(db);
});

const open = (query: string) => call(browse, `/browse?${query}`);
const listed = async (query: string) =>
  (await open(query)).cards.map(({ id }) => id).sort((one, other) => one - other);

/** Rows are read while the bitmaps are stale. */
describe.each(["rows", "bitmaps"])("Browse by its %s", (kind) => {
  beforeAll(async () => {
    if (kind === "bitmaps") await rebuildListingBitmaps(db);
  });

  it.each([
    ["", STORIES],
    ["genre_filter=drama", STORIES],
    ["type_exclude=none", ALL],
    ["type_exclude=none&genre_filter=drama", ALL],
    ["type_filter=Music", [idOf("Music")]],
    ["type_filter=Music,TV", [idOf("TV"), idOf("Music")]],
    ["search_query=Lantern", ALL],
    ["type_exclude=TV", ALL.filter((id) => id !== idOf("TV"))],
    ["type_exclude=TV,none", ALL.filter((id) => id !== idOf("TV"))],
    ["search_query=Lantern&type_exclude=music", ALL.filter((id) => id !== idOf("Music"))],
  ])("lists clips where they are asked for: %s", async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
    expect((await open(query)).meta.total_items).toBe(expected.length);
  });

  it("counts beside each choice what it gives", async () => {
    const { facets, genres, studios } = await open("");
    for (const type of ANIME_TYPES)
      expect([type, facets.types[type]]).toEqual([
        type,
        (await listed(`type_filter=${type}`)).length,
      ]);
    expect(genres).toMatchObject([{ name: "Drama", count: STORIES.length }]);
    expect(studios).toMatchObject([{ name: "Studio A", count: STORIES.length }]);
    const response = await call(filterNames, "/browse/names/themes", {
      params: { filter: "themes" },
    });
    expect(await response.json()).toEqual({ data: [{ name: "School", count: STORIES.length }] });
    expect((await open("type_exclude=none")).studios).toMatchObject([{ count: ALL.length }]);
  });

  it("names what its default does not have", async () => {
    expect((await open("")).chips).toEqual([]);
    expect((await open("type_exclude=none")).chips).toMatchObject([
      { label: "Music videos and promos, too", to: "/browse" },
    ]);
  });
});

it("is what a followed search finds", async () => {
  const user = await createSignedInClient(database);
  const follow = (url: string) =>
    readOutcome(
      call(submitSearch, "/searches", {
        init: {
          method: "POST",
          headers: { cookie: user.cookie },
          body: new URLSearchParams({ intent: "follow-url", url }),
        },
      }),
    );
  await follow("/browse?genre_filter=drama");
  await follow("/browse?genre_filter=drama&type_exclude=none");
  const saved = await db.select({ known: savedSearches.known }).from(savedSearches);
  expect(saved.map(({ known }) => known?.length)).toEqual([STORIES.length, ALL.length]);
});
