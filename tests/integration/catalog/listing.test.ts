import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { parseFilters, parseListing } from "~/features/listing/parse-listing.server";
import { isMature } from "~/features/catalog/maturity";
import { randomAnime } from "~/features/listing/random-anime.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { addAnimes, buildAnime } from "../../factories/anime";
import { expectedListing, arbitraryCriteria } from "../../support/listing-oracle";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

const listed = async (search: string): Promise<string[]> =>
  (await listAnime(database, parseListing(new URLSearchParams(search)))).items.map(
    (anime) => anime.title,
  );

describe("the listing of a small catalog", () => {
  let all: Anime[] = [];

  beforeAll(async () => {
    await database.sql`TRUNCATE animes CASCADE`;
    all = await addAnimes(
      database.db,
      {
        mal_id: 1,
        title: "Best",
        score: 9,
        popularity: 5,
        genres: ["Action", "Sci-Fi"],
        studios: ["A-1 Pictures"],
        year: 2011,
        banner_image: "https://images.test/1.jpg",
      },
      {
        mal_id: 2,
        title: "unscored",
        score: null,
        popularity: 1,
        genres: ["Comedy"],
        producers: ["TEM Co., Ltd."],
        episodes: null,
      },
      {
        mal_id: 3,
        title: "Tie B",
        score: 7,
        popularity: 9,
        rating: "R+ - Mild Nudity",
        broadcast_day: "Monday",
      },
      {
        mal_id: 4,
        title: "Tie A",
        score: 7,
        popularity: 8,
        rating: "R - 17+ (violence & profanity)",
        type: "TV Special",
        season: "Fall",
      },
      {
        mal_id: 5,
        title: "Tie, of no popularity",
        score: 7,
        popularity: null,
        status: "Currently Airing",
        airing: true,
        aired_from: "2026-01-01T00:00:00.000Z",
      },
      {
        mal_id: 6,
        title: "Tie, of no popularity either",
        score: 7,
        popularity: null,
        source: "Light novel",
        themes: ["Mecha"],
        aired_from: null,
        year: null,
        season: null,
      },
      {
        mal_id: 7,
        title: "Announced",
        score: null,
        popularity: 100,
        status: "Not yet aired",
        aired_from: null,
        rating: null,
        type: null,
      },
      {
        mal_id: 8,
        title: "Announced for a day",
        score: null,
        popularity: 101,
        status: "Not yet aired",
        aired_from: "2031-01-01T00:00:00.000Z",
      },
      { mal_id: 9, title: "Mature by rating", score: 10, popularity: 2, rating: "Rx - Hentai" },
      {
        mal_id: 10,
        title: "Mature by genre",
        score: 9.5,
        popularity: 3,
        rating: null,
        genres: ["Erotica", "Drama"],
      },
    );
  });

  it("returns every title as the schema describes it", async () => {
    const { items, total } = await listAnime(
      database,
      parseListing(new URLSearchParams("parental_control=false&order_by=popularity")),
    );
    expect(total).toBe(10);
    for (const item of items)
      expect(animeSchema.strict().parse(item)).toEqual(
        all.find((anime) => anime.mal_id === item.mal_id),
      );
  });

  it("sorts by score, titles without one last, ties by popularity and then id", async () => {
    expect(await listed("")).toEqual([
      "Best",
      "Tie A",
      "Tie B",
      "Tie, of no popularity",
      "Tie, of no popularity either",
      "unscored",
      "Announced",
      "Announced for a day",
    ]);
    expect(await listed("order_by=score_asc")).toEqual([
      "Tie A",
      "Tie B",
      "Tie, of no popularity",
      "Tie, of no popularity either",
      "Best",
      "unscored",
      "Announced",
      "Announced for a day",
    ]);
  });

  it("sorts titles by locale, ignoring case", async () => {
    expect(await listed("order_by=title_asc&limit=3")).toEqual([
      "Announced",
      "Announced for a day",
      "Best",
    ]);
    expect((await listed("order_by=title"))[0]).toBe("unscored");
  });

  it("sorts newest first: announced, then by date, and undated last", async () => {
    const titles = await listed("order_by=newest");
    expect(titles.slice(0, 3)).toEqual([
      "Announced",
      "Announced for a day",
      "Tie, of no popularity",
    ]);
    expect(titles.at(-1)).toBe("Tie, of no popularity either");
  });

  it.each([
    ["genre_filter=sci_fi", ["Best"]],
    ["genre_filter=ACTION,comedy", ["Best", "unscored"]],
    ["genre_filter=Action&studio_filter=a_1+pictures", ["Best"]],
    ["genre_filter=Action&studio_filter=Bones", []],
    ["genre_filter=nothing", []],
    ["genre_filter=_", []],
    ["genre_filter=Comedy,-Action", ["unscored"]],
    ["genre_filter=Erotica", []],
    ["genre_filter=Erotica&parental_control=false", ["Mature by genre"]],
    ["rating_filter=rx&parental_control=false", ["Mature by rating"]],
    ["rating_filter=rx", []],
    ["producer_filter=TEM+Co.,+Ltd.", ["unscored"]],
    ["rating_filter=r", ["Tie A"]],
    ["rating_filter=r+", ["Tie B"]],
    ["rating_filter=r%2B", ["Tie B"]],
    ["type_filter=tv_special", ["Tie A"]],
    ["season_filter=autumn", ["Tie A"]],
    ["aired_day_filter=mondays", ["Tie B"]],
    ["source_filter=light_novel", ["Tie, of no popularity either"]],
    ["theme_filter=mecha", ["Tie, of no popularity either"]],
    ["status_filter=not-yet-aired", ["Announced", "Announced for a day"]],
    ["score_filter=9", ["Best"]],
    ["score_filter=9.01", []],
    ["score_max=6.99", []],
    ["banners_filter=yes", ["Best"]],
    ["year_filter=2011", ["Best"]],
    ["year_max=2011", ["Best"]],
    ["year_min=2016", []],
    ["episodes_min=12&genre_filter=comedy", []],
    ["search_query=%25", []],
    ["search_query=_", []],
  ])("finds for %s", async (search, titles) => {
    expect(await listed(search)).toEqual(titles);
  });

  it("returns nothing and the exact total past the end", async () => {
    expect(
      await listAnime(database, parseListing(new URLSearchParams("page=2147483647&limit=500"))),
    ).toEqual({ items: [], total: 8, others: {} });
  });

  it("escapes names in SQL", async () => {
    expect(await listed(`genre_filter=${encodeURIComponent("Action'),('x")}`)).toEqual([]);
    expect(await listed(`studio_filter=${encodeURIComponent('{"a",\\b}"')}`)).toEqual([]);
  });

  it("counts facets within the filters", async () => {
    expect(
      await listFacets(database, parseFilters(new URLSearchParams("genre_filter=action,comedy"))),
    ).toEqual({
      genres: [
        { name: "Action", count: 1 },
        { name: "Comedy", count: 1 },
        { name: "Sci-Fi", count: 1 },
      ],
      types: [{ name: "TV", count: 2 }],
      statuses: [{ name: "Finished Airing", count: 2 }],
      seasons: [{ name: "Spring", count: 2 }],
      years: [
        { year: 2015, count: 1 },
        { year: 2011, count: 1 },
      ],
      ratings: [{ name: "PG-13 - Teens 13 or older", count: 2 }],
    });
  });

  it("excludes mature titles from counts by default", async () => {
    const withControl = await listFacets(database, parseFilters(new URLSearchParams()));
    expect(withControl.genres.map(({ name }) => name)).not.toContain("Erotica");
    const without = await listFacets(
      database,
      parseFilters(new URLSearchParams("parental_control=false")),
    );
    expect(without.genres).toContainEqual({ name: "Erotica", count: 1 });
    expect(without.ratings).toContainEqual({ name: "Rx - Hentai", count: 1 });
  });

  it("draws every matching title with equal probability", async () => {
    const query = parseFilters(new URLSearchParams("score_max=7"));
    const ids = [];
    for (const chance of [0, 0.24, 0.25, 0.49, 0.5, 0.74, 0.75, 0.999999])
      ids.push((await randomAnime(database, query, { chance: () => chance })).mal_id);
    expect(ids).toEqual([4, 4, 3, 3, 5, 5, 6, 6]);
  });

  it("returns no random title when none matches", async () => {
    await expect(
      randomAnime(database, parseFilters(new URLSearchParams("genre_filter=none"))),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("an entry of the listing", () => {
  beforeEach(() => database.sql`TRUNCATE animes CASCADE`);

  it("is updated with its anime", async () => {
    await addAnimes(
      database.db,
      { mal_id: 1, title: "One", rating: "G - All Ages" },
      { mal_id: 2, title: "Two" },
    );
    await database.sql`UPDATE animes SET rating = 'Rx - Hentai' WHERE mal_id = 1`;
    expect(await listed("")).toEqual(["Two"]);
    await database.sql`DELETE FROM animes WHERE mal_id = 2`;
    expect(await listed("parental_control=false")).toEqual(["One"]);
  });

  it("is not rewritten when nothing about it changes", async () => {
    await addAnimes(database.db, { mal_id: 3 });
    const [before] = await database.sql`SELECT xmin::text FROM listing_entries WHERE mal_id = 3`;
    await database.sql`UPDATE animes SET synopsis = 'Told anew.' WHERE mal_id = 3`;
    const [after] = await database.sql`SELECT xmin::text FROM listing_entries WHERE mal_id = 3`;
    expect(after).toEqual(before);
  });

  it("is mature exactly when the rule says so", async () => {
    const ratings = ["G - All Ages", "R+ - Mild Nudity", "Rx - Hentai", "Rx", null];
    const genres = [[], ["Ecchi"], ["Hentai"], ["Drama", "Erotica"]];
    const animes = await addAnimes(
      database.db,
      ...ratings.flatMap((rating) => genres.map((list) => ({ rating, genres: list }))),
    );
    const stored = await database.sql<
      { mal_id: number; mature: boolean }[]
    >`SELECT mal_id, mature FROM listing_entries ORDER BY mal_id`;
    expect(stored.map((entry) => entry.mature)).toEqual(animes.map(isMature));
  });

  it("accepts the longest title that an import allows", async () => {
    await addAnimes(database.db, {
      mal_id: 4,
      title: "𠮷".repeat(600),
      status: "Currently Airing",
      broadcast_day: "Wednesday",
      type: "TV Special",
    });
    expect((await listed("status_filter=currently_airing&limit=1"))[0]).toHaveLength(1_200);
  });
});

describe("the listing of a generated catalog", () => {
  let catalog: Anime[] = [];

  beforeAll(async () => {
    await database.sql`TRUNCATE animes CASCADE`;
    const genres = ["Action", "Sci-Fi", "Slice of Life", "Comedy", "Hentai", "Erotica", "Horror"];
    const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
      fc.option(values, { freq: 4 });
    const anime = fc.record<Partial<Anime>>({
      title: fc.oneof(
        fc.constantFrom(
          "Éclair",
          "eclair",
          "Eclair",
          "ÉCLAIR",
          "éclair 2",
          "進撃",
          "あ",
          "ア",
          "_under",
          "-dash",
          "10",
          "9",
        ),
        fc.string({ minLength: 1, maxLength: 8 }).map((text) => `t${text.replaceAll("\0", "")}`),
      ),
      type: maybe(fc.constantFrom("TV", "Movie", "OVA", "TV Special")),
      status: fc.constantFrom("Finished Airing", "Currently Airing", "Not yet aired"),
      rating: maybe(
        fc.constantFrom(
          "G - All Ages",
          "PG - Children",
          "PG-13 - Teens 13 or older",
          "R - 17+ (violence & profanity)",
          "R+ - Mild Nudity",
          "Rx - Hentai",
        ),
      ),
      score: maybe(fc.integer({ min: 10, max: 100 }).map((tenths) => tenths / 10)),
      popularity: maybe(fc.integer({ min: 0, max: 40 })),
      episodes: maybe(fc.integer({ min: 1, max: 30 })),
      year: maybe(fc.integer({ min: 2000, max: 2006 })),
      season: maybe(fc.constantFrom("Winter", "Spring", "Summer", "Fall")),
      broadcast_day: maybe(fc.constantFrom("Monday", "Friday", "Sunday")),
      aired_from: maybe(
        fc
          .integer({ min: 0, max: 30 })
          .map((days) => new Date(Date.UTC(2005, 0, 1 + days)).toISOString()),
      ),
      banner_image: maybe(fc.constant("https://images.test/b.jpg")),
      genres: fc.subarray(genres, { maxLength: 3 }),
      themes: fc.subarray(["Mecha", "School"]),
      studios: fc.subarray(["MAPPA", "A-1 Pictures", "Studio 4°C"], { maxLength: 2 }),
    });
    const made = fc.sample(anime, { numRuns: 400, seed: 20 });
    catalog = await addAnimes(
      database.db,
      ...made.map((fields, index) => buildAnime({ ...fields, mal_id: index + 1 })),
    );
  });

  it("matches the expected titles for any filters, sort and page", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryCriteria(catalog), async ({ wish: criteria, search }) => {
        const { items, total } = await listAnime(
          database,
          parseListing(new URLSearchParams(search)),
        );
        expect({ ids: items.map((anime) => anime.mal_id), total }).toEqual(
          expectedListing(catalog, criteria),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each(["score", "score_asc", "title", "title_asc", "popularity", "newest"])(
    "shows every title exactly once when paged by %s",
    async (order) => {
      const visited: number[] = [];
      for (let page = 1; page <= 58; page += 1) {
        const { items } = await listAnime(
          database,
          parseListing(
            new URLSearchParams(`order_by=${order}&parental_control=off&limit=7&page=${page}`),
          ),
        );
        visited.push(...items.map((anime) => anime.mal_id));
      }
      expect(visited.toSorted((one, other) => one - other)).toEqual(
        catalog.map((anime) => anime.mal_id),
      );
    },
  );
});
