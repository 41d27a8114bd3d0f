import { beforeAll, describe, expect, it } from "vitest";
import { addEpisodes, addRelation } from "../../../factories/anime";
import { createApiCaller } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourAnimes } from "./four-titles";

const database = await testDatabase();
const { get } = createApiCaller(database);

beforeAll(async () => {
  await addFourAnimes(database.db);
  await addRelation(database.db, 1, "SIDE_STORY", 3);
  await addRelation(database.db, 1, "SEQUEL", 2);
  await addRelation(database.db, 1, "OTHER", 4);
  await addRelation(database.db, 1, "OTHER", 99);
  await addEpisodes(database.db, 1, 1, 120, {
    duration: 24,
    aired: new Date("2020-01-05T00:00:00Z"),
  });
  await addEpisodes(database.db, 2, 1, 1, { videoSource: "https://media.test/a b/1.m3u8?x=1&y=2" });
  await addEpisodes(database.db, 4, 1, 1);
});

describe("GET /api/animes/getAnime", () => {
  it("responds with relations, closest first, without unknown and hidden titles", async () => {
    expect((await get("/api/animes/getAnime?id=1")).json).toMatchObject({
      data: {
        mal_id: 1,
        title: "First",
        relations: [
          { mal_id: 2, title: "Second", type: "TV", relation: "SEQUEL" },
          { mal_id: 3, title: "Third", type: "TV", relation: "SIDE_STORY" },
        ],
      },
    });
  });

  it("includes related mature titles only without parental control", async () => {
    const { json } = await get("/api/animes/getAnime?id=1&parental_control=false");
    expect((json as { data: { relations: unknown[] } }).data.relations).toContainEqual({
      mal_id: 4,
      title: "Mature",
      type: "TV",
      relation: "OTHER",
    });
  });

  it("hides a mature title with 403 until parental control is off", async () => {
    expect(await get("/api/animes/getAnime?id=4")).toMatchObject({
      status: 403,
      json: { status: 403 },
    });
    expect((await get("/api/animes/getAnime?id=4&parentalControl=0")).status).toBe(200);
  });

  it.each([
    "",
    "?id=",
    "?id=abc",
    "?id=1.0",
    "?id=-1",
    "?id=0",
    "?id=1%3Bx",
    "?id=999999999999999999999",
    "?id=NaN",
    "?id=%2e%2e%2f",
    "?id=%00",
  ])("rejects %j and names the id", async (search) => {
    expect(await get(`/api/animes/getAnime${search}`)).toMatchObject({
      status: 400,
      json: { status: 400, issues: [{ path: "id" }] },
    });
  });

  it("responds 404 for an unknown id", async () => {
    expect(await get("/api/animes/getAnime?id=2147483647")).toMatchObject({
      status: 404,
      json: { status: 404 },
    });
  });
});

describe("GET /api/animes/random", () => {
  it("responds with one anime, uncacheable", async () => {
    const response = await get("/api/animes/random?genre_filter=comedy&score_filter=8");
    expect(response).toMatchObject({ status: 200, json: { data: { mal_id: 2 } } });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("excludes mature titles by default, and responds 404 when none matches", async () => {
    expect((await get("/api/animes/random?genre_filter=hentai")).status).toBe(404);
    expect(
      (await get("/api/animes/random?genre_filter=hentai&parental_control=false")).status,
    ).toBe(200);
    expect((await get("/api/animes/random?type_filter=Film")).status).toBe(400);
  });
});

describe.each(["/api/episodes", "/api/animes/episodes"])("GET %s", (path) => {
  it("lists a hundred episodes per page by number", async () => {
    const first = (await get(`${path}?id=1`)).json as {
      data: { episode_id: number }[];
      meta: unknown;
    };
    expect(first.data).toHaveLength(100);
    expect(first.data[0]).toEqual({
      ...{
        id: "1-1",
        anime_mal_id: 1,
        episode_id: 1,
        title: "Episode 1",
        title_japanese: null,
        title_romanji: null,
        description: null,
      },
      ...{
        image_url: null,
        aired: "2020-01-05T00:00:00.000Z",
        duration: 24,
        score: null,
        filler: false,
        recap: false,
        video_url: null,
      },
    });
    expect(first.meta).toEqual({ total_items: 120, current_page: 1, last_page: 2, per_page: 100 });
    const second = (await get(`${path}?id=1&page=2`)).json as { data: { episode_id: number }[] };
    expect(second.data.map((episode) => episode.episode_id)).toEqual(
      Array.from({ length: 20 }, (_, index) => 101 + index),
    );
  });

  it("lists nothing for an anime without episodes, and past the end", async () => {
    expect(await get(`${path}?id=3`)).toMatchObject({
      status: 200,
      json: { data: [], meta: { total_items: 0, last_page: 1 } },
    });
    expect(await get(`${path}?id=1&page=9`)).toMatchObject({
      status: 200,
      json: { data: [], meta: { total_items: 120 } },
    });
  });

  it("responds 400, 403 and 404 like the anime itself", async () => {
    expect(await get(path)).toMatchObject({ status: 400, json: { issues: [{ path: "id" }] } });
    expect((await get(`${path}?id=1&limit=501`)).status).toBe(400);
    expect((await get(`${path}?id=1&limit=500`)).status).toBe(200);
    expect((await get(`${path}?id=77`)).status).toBe(404);
    expect((await get(`${path}?id=4`)).status).toBe(403);
    expect((await get(`${path}?id=4&parental_control=false`)).status).toBe(200);
  });
});

describe.each(["/api/episodes/getEpisode", "/api/animes/episode"])("GET %s", (path) => {
  it("responds with one episode and its sources", async () => {
    expect(await get(`${path}?mal_id=2&ep=1`)).toMatchObject({
      status: 200,
      json: {
        data: {
          id: "2-1",
          video_url:
            "/api/videoProxy?url=https%3A%2F%2Fmedia.test%2Fa%20b%2F1.m3u8%3Fx%3D1%26y%3D2",
        },
      },
    });
  });

  it("responds 400, 403 and 404 by name", async () => {
    expect(await get(path)).toMatchObject({
      status: 400,
      json: { issues: [{ path: "mal_id" }, { path: "ep" }] },
    });
    expect((await get(`${path}?mal_id=1&ep=121`)).status).toBe(404);
    expect((await get(`${path}?mal_id=77&ep=1`)).status).toBe(404);
    expect((await get(`${path}?mal_id=4&ep=1`)).status).toBe(403);
  });
});
