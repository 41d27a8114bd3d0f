import { beforeAll, describe, expect, it } from "vitest";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { addAnimes, addRelation } from "../../factories/anime";
import { createApiCaller } from "../../support/server/call-api";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
let { get } = createApiCaller(database);

interface Item {
  mal_id: number;
  similarity: number;
  reasons: { kind: string; name: string; contribution: number }[];
}

const similar = async (search: string): Promise<Item[]> =>
  ((await get(`/api/animes/similar?${search}`)).json as { data: Item[] }).data;

beforeAll(async () => {
  const fields = {
    genres: ["Suspense", "Sci-Fi"],
    themes: ["Time Travel"],
    studios: ["White Fox"],
    source: "Visual novel",
    year: 2011,
  };
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Subject", ...fields },
    { mal_id: 2, title: "Its Sequel", ...fields },
    { mal_id: 3, title: "The Sequel's Film", ...fields },
    {
      mal_id: 4,
      title: "Like It",
      genres: ["Suspense"],
      themes: ["Time Travel"],
      studios: ["Other"],
      source: "Manga",
      year: 2013,
      score: 8.1,
      image_webp: "https://media.test/4.webp",
    },
    {
      mal_id: 5,
      title: "Liked Again",
      genres: ["Suspense"],
      themes: ["Time Travel"],
      studios: ["Other"],
      source: "Manga",
      year: 2015,
    },
    {
      mal_id: 6,
      title: "A Little Like It",
      genres: ["Sci-Fi"],
      themes: ["Mecha"],
      studios: ["Other"],
      source: "Original",
      year: 1995,
    },
    {
      mal_id: 7,
      title: "Mature",
      genres: ["Suspense", "Hentai"],
      themes: ["Time Travel"],
      rating: "Rx - Hentai",
      source: "Manga",
    },
    { mal_id: 8, title: "Only the Source", genres: ["Comedy"], source: "Visual novel" },
    { mal_id: 900, title: "Of Nothing", genres: [], studios: [], source: null },
    {
      mal_id: 9,
      title: "Guest in Common",
      genres: ["Sci-Fi"],
      themes: ["Parody"],
      source: "Original",
    },
  );
  await database.db.execute(
    `insert into animes (mal_id, title, content_hash, genres, term_keys, approved) select 1000 + n, 'Filler ' || n, 'f' || n, '{Comedy}', '{genre:comedy}', true from generate_series(1, 300) n`,
  );
  await addRelation(database.db, 1, "SEQUEL", 2);
  await addRelation(database.db, 2, "SIDE_STORY", 3);
  await addRelation(database.db, 5, "PREQUEL", 4);
  await addRelation(database.db, 4, "SEQUEL", 5);
  await addRelation(database.db, 6, "CHARACTER", 9);
});

describe.each([
  ["from the catalog itself", false],
  ["from what the bitmaps note", true],
])("GET /api/animes/similar %s", (_, areRecorded) => {
  beforeAll(async () => {
    if (areRecorded) await rebuildListingBitmaps(database.db);
    ({ get } = createApiCaller(database));
  });

  it("lists similar titles with score and reasons, one per franchise", async () => {
    const items = await similar("id=1");
    expect(items.map(({ mal_id }) => mal_id)).toEqual([4, 9, 6]);
    expect(items[0]).toMatchObject({
      mal_id: 4,
      title: "Like It",
      year: 2013,
      type: "TV",
      image_webp: "https://media.test/4.webp",
      score: 8.1,
    });
    expect(
      items[0]?.reasons
        .slice(0, 2)
        .map(({ kind, name }) => `${kind}: ${name}`)
        .sort(),
    ).toEqual(["genre: Suspense", "theme: Time Travel"]);
    for (const { similarity, reasons } of items) {
      const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
      expect(Math.abs(sum - similarity)).toBeLessThan(0.001);
    }
  });

  it("hides mature titles under parental control", async () => {
    expect(
      (await similar("id=1&parental_control=nonsense")).map(({ mal_id }) => mal_id),
    ).not.toContain(7);
    expect((await similar("id=1&parental_control=false")).map(({ mal_id }) => mal_id)).toContain(7);
    expect((await get("/api/animes/similar?id=7")).status).toBe(403);
    expect((await similar("id=7&parental_control=false")).map(({ mal_id }) => mal_id)).toContain(5);
  });

  it("accepts a limit within bounds", async () => {
    expect(await similar("id=1&limit=1")).toHaveLength(1);
    expect((await get("/api/animes/similar?id=1&limit=50")).status).toBe(200);
    for (const limit of ["0", "51", "x"])
      expect((await get(`/api/animes/similar?id=1&limit=${limit}`)).json).toMatchObject({
        issues: [{ path: "limit" }],
      });
  });

  it("returns an empty list for a title without metadata", async () => {
    expect(await similar("id=900")).toEqual([]);
  });

  it.each([
    ["", 400],
    ["id=x", 400],
    ["id=99999999999", 400],
    ["id=77", 404],
  ])("responds to %j with %i", async (search, status) => {
    expect((await get(`/api/animes/similar?${search}`)).status).toBe(status);
  });

  it("responds 304 to a matching ETag", async () => {
    const etag = (await get("/api/animes/similar?id=1")).headers.get("etag") ?? "";
    expect((await get("/api/animes/similar?mal_id=1", { "if-none-match": etag })).status).toBe(304);
  });
});
