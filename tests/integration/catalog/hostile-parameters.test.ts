import { beforeAll, describe, expect, it } from "vitest";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { createApiCaller } from "../../support/server/call-api";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { get } = createApiCaller(database);

beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Plain", genres: ["Action"], score: 8 },
    { mal_id: 2, title: "100% Fair", genres: ["Comedy"], score: 7 },
    { mal_id: 3, title: "Grown", genres: ["Hentai"], rating: "Rx - Hentai", score: 9 },
    { mal_id: 4, title: "Erotic", genres: ["Erotica"], score: 6 },
  );
  await indexForSearch(database.db);
});

const titles = (response: { json: unknown }) =>
  (response.json as { data: { title: string }[] }).data.map(({ title }) => title);

describe("the listing", () => {
  it.each([
    "score_filter=abc",
    "score_filter=11",
    "score_filter=-1",
    "year_filter=99999999999",
    "search_query=a%00b",
    "order_by=score%3BDROP+TABLE+animes",
  ])("VALID-S13 VALID-S14 rejects %s and names it", async (query) => {
    const response = await get(`/api/animes/full?${query}`);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({
      error: { type: "validation", statusCode: 400 },
      issues: [{ path: query.split("=")[0] }],
    });
  });

  it("VALID-S13 accepts an invalid percent-encoding without an error", async () => {
    for (const query of ["search_query=%", "search_query=%E0%A4%A", "%zz=1"])
      expect((await get(`/api/animes/full?${query}`)).status).toBeLessThan(500);
  });

  it("VALID-S14 treats SQL in a name as a name", async () => {
    const response = await get(
      `/api/animes/full?genre_filter=${encodeURIComponent("Action'),('x")}`,
    );
    expect(response.status).toBe(200);
    expect(titles(response)).toEqual([]);
    expect(titles(await get("/api/animes/full"))).toEqual(["Plain", "100% Fair"]);
  });

  it.each(["_", "\\", "'", '"', "%"])("VALID-S15 treats %s in a search literally", async (text) => {
    const response = await get(`/api/animes/full?search_query=${encodeURIComponent(text)}`);
    expect(response.status).toBe(200);
    expect(titles(response)).not.toContain("Plain");
  });

  it("VALID-S15 finds a title with a percent sign", async () => {
    expect(
      titles(await get(`/api/animes/full?search_query=${encodeURIComponent("100%")}`)),
    ).toEqual(["100% Fair"]);
  });

  it.each(["", "?parental_control=true", "?parental_control=nonsense"])(
    "VALID-S18 contains no mature title with %j",
    async (query) => {
      expect(
        titles(await get(`/api/animes/full${query}`)).filter((title) =>
          ["Grown", "Erotic"].includes(title),
        ),
      ).toEqual([]);
    },
  );

  it("VALID-S18 contains mature titles once parental control is off", async () => {
    expect(titles(await get("/api/animes/full?parental_control=false"))).toEqual(
      expect.arrayContaining(["Grown", "Erotic"]),
    );
  });
});
