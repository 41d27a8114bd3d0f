import { beforeAll, describe, expect, it } from "vitest";
import { indexForSearch } from "../../../factories/anime";
import { createApiCaller } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourAnimes } from "./four-titles";

const database = await testDatabase();
const { get, services } = createApiCaller(database);

beforeAll(async () => {
  await addFourAnimes(database.db);
  await indexForSearch(database.db);
});

describe("searching", () => {
  const titles = async (search: string): Promise<string[]> =>
    ((await get(`/api/animes${search}`)).json as { data: { title: string }[] }).data.map(
      ({ title }) => title,
    );

  it("ranks by relevance within the filters, with the exact total", async () => {
    expect(await titles("?search_query=secnd")).toEqual(["Second"]);
    expect(await titles("?search_query=second&genre_filter=comedy")).toEqual(["Second"]);
    expect(await get("/api/animes?search_query=second&genre_filter=none")).toMatchObject({
      json: { data: [], meta: { total_items: 0, last_page: 1 } },
    });
    expect(await get("/api/animes?search_query=second&page=2")).toMatchObject({
      json: { data: [], meta: { total_items: 1 } },
    });
  });

  it("excludes hidden titles from results and suggestions", async () => {
    expect(await titles("?search_query=mature")).toEqual([]);
    expect(await titles("?search_query=mature&parental_control=false")).toEqual(["Mature"]);
    expect((await get("/api/animes/suggest?q=matu")).json).toEqual({ data: [] });
  });

  it("suggests titles for a prefix", async () => {
    expect((await get("/api/animes/suggest?q=Fir")).json).toEqual({
      data: [{ mal_id: 1, title: "First", year: 2015, type: "TV", image_webp: null }],
    });
    expect((await get("/api/animes/suggest")).json).toEqual({ data: [] });
    expect(await get(`/api/animes/suggest?q=${"x".repeat(257)}`)).toMatchObject({
      status: 400,
      json: { issues: [{ path: "q" }] },
    });
    expect((await get(`/api/animes/suggest?q=${"x".repeat(256)}`)).status).toBe(200);
    expect((await get("/api/animes/suggest?q=%00")).status).toBe(400);
  });

  it("treats wildcards, quotes and backslashes literally", async () => {
    for (const text of ["%", "_", "100%", "\\", "'", '"', "{}"]) {
      const response = await get(`/api/animes?search_query=${encodeURIComponent(text)}`);
      expect(response).toMatchObject({ status: 200, json: { data: [] } });
    }
  });

  it("normalises case in the cache key", async () => {
    const one = await get("/api/animes?search_query=SECOND");
    const { bytes: size } = services.responseCache.usage;
    expect((await get("/api/animes?search_query=second")).headers.get("etag")).toBe(
      one.headers.get("etag"),
    );
    expect(services.responseCache.usage.bytes).toBe(size);
  });
});
