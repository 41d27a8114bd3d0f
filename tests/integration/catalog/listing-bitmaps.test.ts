// @module-tag rest
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { AgeLimit } from "~/features/catalog/parental-control";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { parseFilters, parseListing } from "~/features/listing/parse-listing.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { addAnimes, buildAnime } from "../../factories/anime";
import {
  admittedBy,
  arbitraryCriteria,
  arbitraryLimit,
  expectedFacets,
  expectedListing,
  NO_CRITERIA,
} from "../../support/listing-oracle";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const emptied = await testDatabase();

const TITLES = 2_500;
const GENRES = ["Action", "Sci-Fi", "Slice of Life", "Comedy", "Hentai", "Erotica", "Horror"];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Titles of every mix of values, and every eleventh without each of them. */
function buildVariedAnime(index: number): Partial<Anime> {
  const maybe = <T>(place: number, value: T): T | null =>
    (index * 7 + place) % 11 === 0 ? null : value;
  const mixed = (index * 7_919) % TITLES;
  return {
    mal_id: index + 1,
    title: `t${mixed}`,
    type: maybe(1, at(["TV", "Movie", "OVA", "TV Special"], index)),
    status: at(["Finished Airing", "Currently Airing", "Not yet aired"], Math.floor(index / 5)),
    rating: maybe(
      2,
      at(
        [
          "G - All Ages",
          "PG - Children",
          "PG-13 - Teens 13 or older",
          "R - 17+ (violence & profanity)",
          "R+ - Mild Nudity",
          "Rx - Hentai",
        ],
        Math.floor(index / 3),
      ),
    ),
    score: maybe(3, (mixed % 91) / 10 + 1),
    popularity: maybe(4, mixed % 1_900),
    episodes: maybe(5, (index % 40) + 1),
    year: maybe(6, 1990 + (mixed % 35)),
    season: maybe(7, at(["Winter", "Spring", "Summer", "Fall"], Math.floor(index / 7))),
    broadcast_day: maybe(8, at(["Monday", "Friday", "Sunday"], index)),
    aired_from: maybe(9, new Date(Date.UTC(1990, 0, mixed * 5)).toISOString()),
    banner_image: index % 3 === 0 ? "https://images.test/b.jpg" : null,
    genres: GENRES.filter((_, place) => (mixed >> place) % 3 === 0),
    themes: index % 4 === 0 ? ["Mecha"] : [],
    studios: [
      index % 500 === 0 ? "Small Studio" : at(["MAPPA", "A-1 Pictures", "Studio 4°C"], mixed),
    ],
  };
}

const VARIED = Array.from({ length: TITLES }, (_, index) => buildAnime(buildVariedAnime(index)));

let catalog: Anime[] = [];
const listed = async (search: string) => {
  const { items, total } = await listAnime(database, parseListing(new URLSearchParams(search)));
  return { ids: items.map((anime) => anime.mal_id), total };
};
const totalOf = async (search: string): Promise<number> => (await listed(search)).total;
const areCurrent = async (): Promise<boolean> =>
  (await database.sql`SELECT FROM listing_bitmaps WHERE key = 'all' AND bits IS NOT NULL`)
    .length === 1;

beforeAll(async () => {
  catalog = await addAnimes(database.db, ...VARIED);
});

describe("the listing's bitmaps", () => {
  it("match the expected listing for any filters", async () => {
    await rebuildListingBitmaps(database.db);
    await fc.assert(
      fc.asyncProperty(arbitraryCriteria(catalog), async ({ wish: criteria, search }) => {
        expect(await listed(search)).toEqual(expectedListing(catalog, criteria));
      }),
      { numRuns: 300 },
    );
    expect(await areCurrent()).toBe(true);
  });

  it("match the counted facets", async () => {
    const searches = fc.sample(
      arbitraryCriteria(catalog).map(({ search }) => search),
      { numRuns: 60, seed: 7 },
    );
    const facetsOf = (search: string) =>
      listFacets(database, parseFilters(new URLSearchParams(search)));
    await rebuildListingBitmaps(database.db);
    const withBitmaps = await Promise.all(searches.map(facetsOf));
    await database.sql`UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all'`;
    expect(await Promise.all(searches.map(facetsOf))).toEqual(withBitmaps);
    expect(withBitmaps.filter(({ genres }) => genres.length > 0).length).toBeGreaterThan(20);
  });

  it("match the expected listing and facets under any age limit", async () => {
    await rebuildListingBitmaps(database.db);
    await fc.assert(
      fc.asyncProperty(
        arbitraryCriteria(catalog),
        arbitraryLimit(catalog),
        async ({ wish, search }, limit) => {
          const parameters = new URLSearchParams(search);
          const parentalControl = new AgeLimit(limit.rating, limit);
          const query = { ...parseListing(parameters), parentalControl };
          const { items, total } = await listAnime(database, query);
          const admitted = admittedBy(catalog, limit);
          const criteria = { ...wish, mature: true };
          expect({ ids: items.map((anime) => anime.mal_id), total }).toEqual(
            expectedListing(admitted, criteria),
          );
          const facets = await listFacets(database, query);
          const counts = Object.entries(facets).map(([name, list]) => [
            name,
            Object.fromEntries(
              list.map((value) => ["name" in value ? value.name : value.year, value.count]),
            ),
          ]);
          expect(Object.fromEntries(counts)).toEqual(expectedFacets(admitted, criteria));
        },
      ),
      { numRuns: 200 },
    );
    expect(await areCurrent()).toBe(true);
  });

  it.each(["score", "score_asc", "title", "title_asc", "popularity", "newest"] as const)(
    "give the same pages by %s from either end",
    async (order) => {
      await rebuildListingBitmaps(database.db);
      for (let page = 1; page <= 37; page += 1) {
        const criteria = { ...NO_CRITERIA, order, page, limit: 70 };
        expect(
          await listed(`order_by=${order}&parental_control=false&limit=70&page=${page}`),
        ).toEqual(expectedListing(catalog, criteria));
      }
    },
  );
});

it("a page deep in an order is the same without bitmaps", async () => {
  const deep = "order_by=title_asc&parental_control=false&limit=30&page=50";
  const expected = { ...NO_CRITERIA, order: "title_asc", page: 50 } as const;
  await rebuildListingBitmaps(database.db);
  expect(await listed(deep)).toEqual(expectedListing(catalog, expected));
  await database.sql`UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all'`;
  expect(await listed(deep)).toEqual(expectedListing(catalog, expected));
});

describe("a change of the catalog", () => {
  const GENRE = "genre_filter=action&parental_control=false";

  const ADDED = 90_001;
  const add = (genres: string[]) => addAnimes(database.db, { mal_id: ADDED, genres });
  const remove = () => database.sql`DELETE FROM animes WHERE mal_id = ${ADDED}`;

  it.each<[string, number, { genres: string[] | null; change: () => Promise<unknown> }]>([
    ["a new title", 1, { genres: null, change: () => add(["Action"]) }],
    [
      "another genre",
      -1,
      {
        genres: ["Action"],
        change: () =>
          database.sql`UPDATE animes SET genres = '{}', term_keys = '{}' WHERE mal_id = ${ADDED}`,
      },
    ],
    [
      "its return",
      1,
      {
        genres: [],
        change: () =>
          database.sql`UPDATE animes SET genres = '{Action}', term_keys = '{genre:action}' WHERE mal_id = ${ADDED}`,
      },
    ],
    ["a title that goes", -1, { genres: ["Action"], change: remove }],
  ])(
    "updates totals immediately, before and after rebuilding: %s",
    async (_, difference, { genres, change }) => {
      if (genres !== null) await add(genres);
      onTestFinished(async () => {
        await remove();
      });
      await rebuildListingBitmaps(database.db);
      const before = await totalOf(GENRE);
      await change();
      expect(await areCurrent()).toBe(false);
      expect(await totalOf(GENRE)).toBe(before + difference);
      expect(await rebuildListingBitmaps(database.db)).toBe(true);
      expect(await totalOf(GENRE)).toBe(before + difference);
    },
  );

  it("leaves the bitmaps unchanged when it does not affect the listing", async () => {
    await rebuildListingBitmaps(database.db);
    await database.sql`UPDATE animes SET synopsis = 'Told anew.' WHERE mal_id = 1`;
    expect(await areCurrent()).toBe(true);
    expect(await rebuildListingBitmaps(database.db)).toBe(false);
  });

  it("is invisible to others until it is committed", async () => {
    await rebuildListingBitmaps(database.db);
    const before = await totalOf(GENRE);
    await database.withConnection((sql) =>
      sql.begin(async (tx) => {
        await tx`DELETE FROM animes WHERE 'Action' = ANY (genres)`;
        expect(await totalOf(GENRE)).toBe(before);
        await tx`rollback AND chain`;
      }),
    );
    expect(await totalOf(GENRE)).toBe(before);
    expect(await areCurrent()).toBe(true);
  });
});

describe("a catalog without titles", () => {
  beforeEach(() => emptied.sql`TRUNCATE animes CASCADE`);
  const totalOfEmptied = async (search: string): Promise<number> =>
    (await listAnime(emptied, parseListing(new URLSearchParams(search)))).total;

  it("has nothing to count once everything is deleted", async () => {
    await addAnimes(emptied.db, ...VARIED.slice(0, 500));
    await rebuildListingBitmaps(emptied.db);
    expect(await totalOfEmptied("parental_control=false")).toBe(500);
    await emptied.sql`TRUNCATE animes CASCADE`;
    expect(await totalOfEmptied("")).toBe(0);
    await rebuildListingBitmaps(emptied.db);
    expect([
      await totalOfEmptied(""),
      await totalOfEmptied("score_filter=1&year_min=2000&genre_exclude=action"),
    ]).toEqual([0, 0]);
  });

  it("is rebuilt once for concurrent requests when it gets one", async () => {
    await rebuildListingBitmaps(emptied.db);
    await addAnimes(emptied.db, { mal_id: 1, genres: ["Action"] });
    const rebuilt = await Promise.all([
      rebuildListingBitmaps(emptied.db),
      rebuildListingBitmaps(emptied.db),
      rebuildListingBitmaps(emptied.db),
    ]);
    expect(rebuilt.filter((isNew) => isNew)).toHaveLength(1);
    expect(await totalOfEmptied("genre_filter=action")).toBe(1);
  });
});
