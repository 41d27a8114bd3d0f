import { beforeAll, describe, expect, it } from "vitest";
import { makeSearchable } from "../../../factories/anime";
import { apiOf } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourTitles } from "./four-titles";

const database = await testDatabase();
const { get, services } = apiOf(database);

beforeAll(async () => {
  await addFourTitles(database.db);
  await makeSearchable(database.db);
});

describe("searching", () => {
  const titles = async (search: string): Promise<string[]> =>
    ((await get(`/api/animes${search}`)).json as { data: { title: string }[] }).data.map(
      ({ title }) => title,
    );

  it("finds by relevance among what the filters let through, with the exact total", async () => {
    expect(await titles("?search_query=secnd")).toEqual(["Second"]);
    expect(await titles("?search_query=second&genre_filter=comedy")).toEqual(["Second"]);
    expect(await get("/api/animes?search_query=second&genre_filter=none")).toMatchObject({
      json: { data: [], meta: { total_items: 0, last_page: 1 } },
    });
    expect(await get("/api/animes?search_query=second&page=2")).toMatchObject({
      json: { data: [], meta: { total_items: 1 } },
    });
  });

  it("keeps what parental control hides out of results and suggestions", async () => {
    expect(await titles("?search_query=mature")).toEqual([]);
    expect(await titles("?search_query=mature&parental_control=false")).toEqual(["Mature"]);
    expect((await get("/api/animes/suggest?q=matu")).json).toEqual({ data: [] });
  });

  it("suggests while a title is being typed", async () => {
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

  it("takes wildcards, quotes and backslashes as they are", async () => {
    for (const text of ["%", "_", "100%", "\\", "'", '"', "{}"]) {
      const answer = await get(`/api/animes?search_query=${encodeURIComponent(text)}`);
      expect(answer).toMatchObject({ status: 200, json: { data: [] } });
    }
  });

  it("knows a search by its meaning, whatever its casing", async () => {
    const one = await get("/api/animes?search_query=SECOND");
    const { size } = services.answers;
    expect((await get("/api/animes?search_query=second")).headers.get("etag")).toBe(
      one.headers.get("etag"),
    );
    expect(services.answers.size).toBe(size);
  });
});
