import { beforeAll, describe, expect, it } from "vitest";
import { addAnimes, addEpisodes, addRelation, makeSearchable } from "../../factories/anime";
import { apiOf } from "../../support/call-api";
import { testDatabase } from "../../support/test-database";

const database = await testDatabase();
const { get, services } = apiOf(database);

beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "First", genres: ["Action"], studios: ["Bones"], score: 9, synopsis: "long ".repeat(500) },
    { mal_id: 2, title: "Second", genres: ["Action", "Comedy"], studios: ["Bones", "MAPPA"], score: 8 },
    { mal_id: 3, title: "Third", genres: ["Comedy"], score: 7 },
    { mal_id: 4, title: "Mature", genres: ["Hentai"], rating: "Rx - Hentai", score: 6, studios: ["MAPPA"] },
  );
  await addRelation(database.db, 1, "SIDE_STORY", 3);
  await addRelation(database.db, 1, "SEQUEL", 2);
  await addRelation(database.db, 1, "OTHER", 4);
  await addRelation(database.db, 1, "OTHER", 99);
  await addEpisodes(database.db, 1, 1, 120, { duration: 24, aired: new Date("2020-01-05T00:00:00Z") });
  await addEpisodes(database.db, 2, 1, 1, { videoSource: "https://media.test/a b/1.m3u8?x=1&y=2" });
  await addEpisodes(database.db, 4, 1, 1);
  await makeSearchable(database.db);
});

describe.each(["/api/animes/full", "/api/animes"])("GET %s", (path) => {
  it("answers data, meta and the headers of specification 4.10", async () => {
    const before = Date.now();
    const answer = await get(`${path}?limit=2`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      data: [{ mal_id: 1, aired_from: "2015-04-05T00:00:00.000Z" }, { mal_id: 2 }],
      meta: { total_items: 3, current_page: 1, last_page: 2, per_page: 2 },
    });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=7200, s-maxage=7200");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    const expires = Date.parse(answer.headers.get("expires") ?? "");
    expect(expires).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000 + 7_200_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 7_200_000);
    expect(answer.headers.get("etag")).toMatch(/^"[\w-]{27}"$/);
  });

  it("links to the first, previous, next and last page", async () => {
    const links = async (search: string): Promise<string | null> => (await get(`${path}${search}`)).headers.get("link");
    expect(await links("?limit=1&page=2")).toBe(
      '</api/animes/full?limit_count=1>; rel="first", </api/animes/full?limit_count=1>; rel="prev", </api/animes/full?page_number=3&limit_count=1>; rel="next", </api/animes/full?page_number=3&limit_count=1>; rel="last"',
    );
    expect(await links("")).toBe('</api/animes/full>; rel="first", </api/animes/full>; rel="last"');
    expect(await links("?page=9&genre_filter=Action")).toBe(
      '</api/animes/full?genre_filter=action>; rel="first", </api/animes/full?genre_filter=action>; rel="prev", </api/animes/full?genre_filter=action>; rel="last"',
    );
  });

  it("answers a page past the end with an empty list, and an empty listing with one page", async () => {
    expect((await get(`${path}?page=50`)).json).toEqual({ data: [], meta: { total_items: 3, current_page: 50, last_page: 1, per_page: 30 } });
    expect((await get(`${path}?genre_filter=none`)).json).toEqual({ data: [], meta: { total_items: 0, current_page: 1, last_page: 1, per_page: 30 } });
  });

  it("repeats an answer as a 304 to whoever has it, in the encoding they have", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const first = await get(path, { "accept-encoding": encoding });
      expect(first.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      const etag = first.headers.get("etag") ?? "";
      const again = await get(path, { "accept-encoding": encoding, "if-none-match": etag });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      for (const name of ["etag", "cache-control", "vary", "expires"]) expect(again.headers.has(name)).toBe(true);
      expect((await get(path, { "accept-encoding": encoding, "if-none-match": '"other"' })).status).toBe(200);
    }
  });

  it("names every refused parameter in the nested shape", async () => {
    const answer = await get(`${path}?score_filter=11&year_filter=x`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.json).toMatchObject({
      error: { type: "validation", statusCode: 400 },
      issues: [{ path: "year_filter" }, { path: "score_filter" }],
    });
  });

  it("refuses what the database could not hold, before it gets there", async () => {
    for (const search of ["?search_query=%00", "?year_filter=99999999999", "?page=99999999999", "?genre_filter=a%00"]) {
      expect((await get(`${path}${search}`)).status).toBe(400);
    }
    expect((await get(`${path}?search_query=%zz%ff`)).status).toBe(200);
  });
});

describe("the listing's limit", () => {
  it("counts both addresses together, tells so in headers, and answers 429 in the nested shape", async () => {
    const limited = apiOf(database, { RATE_LIMITS: "animesFull=3/60" });
    const remaining = [];
    for (const path of ["/api/animes/full", "/api/animes?order_by=nope", "/api/animes"]) {
      const answer = await limited.get(path);
      expect(answer.headers.get("x-ratelimit-limit")).toBe("3");
      remaining.push(answer.headers.get("x-ratelimit-remaining"));
    }
    expect(remaining).toEqual(["2", "1", "0"]);
    const refused = await limited.get("/api/animes/full");
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({ error: { message: "Too many requests", type: "rate_limit", statusCode: 429 } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await limited.get("/api/genres")).status).toBe(200);
  });

  it("counts answers from the cache and 304s like any other", async () => {
    const limited = apiOf(database, { RATE_LIMITS: "animesFull=2/60" });
    const { headers } = await limited.get("/api/animes");
    expect((await limited.get("/api/animes", { "if-none-match": headers.get("etag") ?? "" })).headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await limited.get("/api/animes")).status).toBe(429);
  });
});

describe("the cache of answers", () => {
  it("knows a listing by its meaning: order, casing, aliases, defaults and unknown parameters make no other answer", async () => {
    services.answers.clear();
    const one = await get("/api/animes/full?genre_filter=Action,Comedy&type_filter=TV&limit=7");
    const { size } = services.answers;
    for (const other of [
      "/api/animes/full?limit_count=7&type_filter=tv&genre_filter=comedy&genre_filter=ACTION&page_number=1",
      "/api/animes?order_by=score&cb=17&genre_filter=comedy,action&type_filter=TV&limit=7&parental_control=yes",
    ]) {
      expect((await get(other)).headers.get("etag")).toBe(one.headers.get("etag"));
    }
    expect(services.answers.size).toBe(size);
    await get("/api/animes/full?genre_filter=Action&type_filter=TV&limit=7");
    expect(services.answers.size).toBeGreaterThan(size);
  });

  it("keeps what parental control shows and what it hides apart", async () => {
    await get("/api/animes?parental_control=false");
    expect((await get("/api/animes")).text).not.toContain("Mature");
    expect((await get("/api/animes?parental_control=false")).text).toContain("Mature");
  });

  it("varies by origin where other origins may read", async () => {
    const shared = apiOf(database, { CORS_ORIGINS: "https://friend.test" });
    const answer = await shared.get("/api/animes", { origin: "https://friend.test" });
    expect(answer.headers.get("vary")).toBe("Accept-Encoding, Origin");
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://friend.test");
    expect((await shared.get("/api/animes")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("GET /api/animes/getAnime", () => {
  it("answers one anime with its relations, the closest first, unknown and hidden titles left out", async () => {
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

  it("relates to mature titles without parental control only", async () => {
    const { json } = await get("/api/animes/getAnime?id=1&parental_control=false");
    expect((json as { data: { relations: unknown[] } }).data.relations).toContainEqual({ mal_id: 4, title: "Mature", type: "TV", relation: "OTHER" });
  });

  it("hides a mature title with 403 until parental control is off", async () => {
    expect(await get("/api/animes/getAnime?id=4")).toMatchObject({ status: 403, json: { status: 403 } });
    expect((await get("/api/animes/getAnime?id=4&parentalControl=0")).status).toBe(200);
  });

  it.each(["", "?id=", "?id=abc", "?id=1.0", "?id=-1", "?id=0", "?id=1%3Bx", "?id=999999999999999999999", "?id=NaN", "?id=%2e%2e%2f", "?id=%00"])("refuses %j and names the id", async (search) => {
    expect(await get(`/api/animes/getAnime${search}`)).toMatchObject({ status: 400, json: { status: 400, issues: [{ path: "id" }] } });
  });

  it("has 404 for an unknown id", async () => {
    expect(await get("/api/animes/getAnime?id=2147483647")).toMatchObject({ status: 404, json: { status: 404 } });
  });
});

describe("GET /api/animes/random", () => {
  it("answers one anime that is stored by nobody", async () => {
    const answer = await get("/api/animes/random?genre_filter=comedy&score_filter=8");
    expect(answer).toMatchObject({ status: 200, json: { data: { mal_id: 2 } } });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("has no mature title unless asked for, and 404 when none fits", async () => {
    expect((await get("/api/animes/random?genre_filter=hentai")).status).toBe(404);
    expect((await get("/api/animes/random?genre_filter=hentai&parental_control=false")).status).toBe(200);
    expect((await get("/api/animes/random?type_filter=Film")).status).toBe(400);
  });
});

describe.each(["/api/episodes", "/api/animes/episodes"])("GET %s", (path) => {
  it("answers a hundred episodes a page by number", async () => {
    const first = (await get(`${path}?id=1`)).json as { data: { episode_id: number }[]; meta: unknown };
    expect(first.data).toHaveLength(100);
    expect(first.data[0]).toEqual({
      ...{ id: "1-1", anime_mal_id: 1, episode_id: 1, title: "Episode 1", title_japanese: null, title_romanji: null, description: null },
      ...{ image_url: null, aired: "2020-01-05T00:00:00.000Z", duration: 24, score: null, filler: false, recap: false, video_url: null },
    });
    expect(first.meta).toEqual({ total_items: 120, current_page: 1, last_page: 2, per_page: 100 });
    const second = (await get(`${path}?id=1&page=2`)).json as { data: { episode_id: number }[] };
    expect(second.data.map((episode) => episode.episode_id)).toEqual(Array.from({ length: 20 }, (_, index) => 101 + index));
  });

  it("has an empty list for an anime without episodes, and past the end", async () => {
    expect(await get(`${path}?id=3`)).toMatchObject({ status: 200, json: { data: [], meta: { total_items: 0, last_page: 1 } } });
    expect(await get(`${path}?id=1&page=9`)).toMatchObject({ status: 200, json: { data: [], meta: { total_items: 120 } } });
  });

  it("refuses, hides and misses like the anime itself", async () => {
    expect(await get(path)).toMatchObject({ status: 400, json: { issues: [{ path: "id" }] } });
    expect((await get(`${path}?id=1&limit=501`)).status).toBe(400);
    expect((await get(`${path}?id=1&limit=500`)).status).toBe(200);
    expect((await get(`${path}?id=77`)).status).toBe(404);
    expect((await get(`${path}?id=4`)).status).toBe(403);
    expect((await get(`${path}?id=4&parental_control=false`)).status).toBe(200);
  });
});

describe.each(["/api/episodes/getEpisode", "/api/animes/episode"])("GET %s", (path) => {
  it("answers one episode with what a player loads", async () => {
    expect(await get(`${path}?mal_id=2&ep=1`)).toMatchObject({
      status: 200,
      json: { data: { id: "2-1", video_url: "/api/videoProxy?url=https%3A%2F%2Fmedia.test%2Fa%20b%2F1.m3u8%3Fx%3D1%26y%3D2" } },
    });
  });

  it("refuses, hides and misses by name", async () => {
    expect(await get(path)).toMatchObject({ status: 400, json: { issues: [{ path: "mal_id" }, { path: "ep" }] } });
    expect((await get(`${path}?mal_id=1&ep=121`)).status).toBe(404);
    expect((await get(`${path}?mal_id=77&ep=1`)).status).toBe(404);
    expect((await get(`${path}?mal_id=4&ep=1`)).status).toBe(403);
  });
});

describe("GET /api/genres and /api/studios", () => {
  it("count titles, the most frequent first, mature ones only when asked for", async () => {
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
    expect((await get("/api/genres?parental_control=false")).json).toMatchObject({ data: [{ name: "Action" }, { name: "Comedy" }, { name: "Hentai", count: 1 }] });
    expect((await get("/api/studios?parental_control=false")).json).toMatchObject({ data: [{ name: "Bones" }, { name: "MAPPA", count: 2 }] });
  });
});

describe("GET /api/animes/facets", () => {
  it("counts within the current filters", async () => {
    expect(await get("/api/animes/facets?genre_filter=comedy&page_number=7")).toMatchObject({
      status: 200,
      json: { data: { genres: [{ name: "Comedy", count: 2 }, { name: "Action", count: 1 }], types: [{ name: "TV", count: 2 }] } },
    });
    expect((await get("/api/animes/facets?type_filter=Film")).status).toBe(400);
  });
});

describe("searching", () => {
  const titles = async (search: string): Promise<string[]> => ((await get(`/api/animes${search}`)).json as { data: { title: string }[] }).data.map(({ title }) => title);

  it("finds by relevance among what the filters let through, with the exact total", async () => {
    expect(await titles("?search_query=secnd")).toEqual(["Second"]);
    expect(await titles("?search_query=second&genre_filter=comedy")).toEqual(["Second"]);
    expect(await get("/api/animes?search_query=second&genre_filter=none")).toMatchObject({ json: { data: [], meta: { total_items: 0, last_page: 1 } } });
    expect(await get("/api/animes?search_query=second&page=2")).toMatchObject({ json: { data: [], meta: { total_items: 1 } } });
  });

  it("keeps what parental control hides out of results and suggestions", async () => {
    expect(await titles("?search_query=mature")).toEqual([]);
    expect(await titles("?search_query=mature&parental_control=false")).toEqual(["Mature"]);
    expect((await get("/api/animes/suggest?q=matu")).json).toEqual({ data: [] });
  });

  it("suggests while a title is being typed", async () => {
    expect((await get("/api/animes/suggest?q=Fir")).json).toEqual({ data: [{ mal_id: 1, title: "First", year: 2015, type: "TV", image_webp: null }] });
    expect((await get("/api/animes/suggest")).json).toEqual({ data: [] });
    expect(await get(`/api/animes/suggest?q=${"x".repeat(257)}`)).toMatchObject({ status: 400, json: { issues: [{ path: "q" }] } });
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
    expect((await get("/api/animes?search_query=second")).headers.get("etag")).toBe(one.headers.get("etag"));
    expect(services.answers.size).toBe(size);
  });
});

describe("the database away", () => {
  it("is a plain 500 in the shape of each endpoint, and nothing of it is kept", async () => {
    const away = apiOf({ ...database, ...(await brokenClient()) });
    expect(await away.get("/api/animes/full")).toMatchObject({ status: 500, json: { error: { message: "Internal server error", type: "database", statusCode: 500 } } });
    expect(await away.get("/api/genres")).toMatchObject({ status: 500, json: { error: "Internal server error", status: 500 } });
    expect(away.services.answers.size).toBe(0);
  });
});

async function brokenClient() {
  const { openDatabase } = await import("~db/client.server");
  return openDatabase("postgres://nobody@127.0.0.1:1/none");
}
