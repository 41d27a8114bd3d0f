import { beforeAll, describe, expect, it } from "vitest";
import { createApiCaller } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourAnimes } from "./four-titles";

const database = await testDatabase();
const { get } = createApiCaller(database);

beforeAll(() => addFourAnimes(database.db));

describe("GET /api/genres and /api/studios", () => {
  it("count titles, most frequent first, mature ones only on request", async () => {
    expect((await get("/api/genres")).json).toEqual({
      data: [
        { name: "Action", count: 2 },
        { name: "Comedy", count: 2 },
      ],
    });
    expect((await get("/api/studios")).json).toEqual({
      data: [
        { name: "Bones", count: 2 },
        { name: "MAPPA", count: 1 },
      ],
    });
    expect((await get("/api/genres?parental_control=false")).json).toMatchObject({
      data: [{ name: "Action" }, { name: "Comedy" }, { name: "Hentai", count: 1 }],
    });
    expect((await get("/api/studios?parental_control=false")).json).toMatchObject({
      data: [{ name: "Bones" }, { name: "MAPPA", count: 2 }],
    });
  });
});

describe("GET /api/studios with filters", () => {
  const studios = async (query: string) =>
    ((await get(`/api/studios?${query}`)).json as { data: { name: string; count: number }[] }).data;

  it("counts the matching titles only", async () => {
    expect(await studios("genre_filter=comedy")).toEqual([
      { name: "Bones", count: 1 },
      { name: "MAPPA", count: 1 },
    ]);
    expect(await studios("score_filter=8.5")).toEqual([{ name: "Bones", count: 1 }]);
    expect(await studios("score_filter=9.5")).toEqual([]);
    expect(await studios("genre_filter=hentai&parental_control=false")).toEqual([
      { name: "MAPPA", count: 1 },
    ]);
  });

  it("names an invalid filter", async () => {
    expect(await get("/api/studios?type_filter=Film")).toMatchObject({
      status: 400,
      json: { issues: [{ path: "type_filter" }] },
    });
  });
});

describe("GET /api/animes/facets", () => {
  it("counts within the current filters", async () => {
    expect(await get("/api/animes/facets?genre_filter=comedy&page_number=7")).toMatchObject({
      status: 200,
      json: {
        data: {
          genres: [
            { name: "Comedy", count: 2 },
            { name: "Action", count: 1 },
          ],
          types: [{ name: "TV", count: 2 }],
        },
      },
    });
    expect((await get("/api/animes/facets?type_filter=Film")).status).toBe(400);
  });
});
