import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "~db/client.server";
import { createApiCaller } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourAnimes } from "./four-titles";

const database = await testDatabase();
const { get, services } = createApiCaller(database);

beforeAll(() => addFourAnimes(database.db));

describe.each(["/api/animes/full", "/api/animes"])("GET %s", (path) => {
  it("responds with data, meta and headers", async () => {
    const before = Date.now();
    const response = await get(`${path}?limit=2`);
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      data: [{ mal_id: 1, aired_from: "2015-04-05T00:00:00.000Z" }, { mal_id: 2 }],
      meta: { total_items: 3, current_page: 1, last_page: 2, per_page: 2 },
    });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=7200, s-maxage=7200");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const expires = Date.parse(response.headers.get("expires") ?? "");
    expect(expires).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000 + 7_200_000);
    expect(expires).toBeLessThanOrEqual(Date.now() + 7_200_000);
    expect(response.headers.get("etag")).toMatch(/^"[\w-]{27}"$/);
  });

  it("links to the first, previous, next and last page", async () => {
    const links = async (search: string): Promise<string | null> =>
      (await get(`${path}${search}`)).headers.get("link");
    expect(await links("?limit=1&page=2")).toBe(
      '</api/animes/full?limit_count=1>; rel="first", </api/animes/full?limit_count=1>; rel="prev", </api/animes/full?page_number=3&limit_count=1>; rel="next", </api/animes/full?page_number=3&limit_count=1>; rel="last"',
    );
    expect(await links("")).toBe('</api/animes/full>; rel="first", </api/animes/full>; rel="last"');
    expect(await links("?page=9&genre_filter=Action")).toBe(
      '</api/animes/full?genre_filter=action>; rel="first", </api/animes/full?genre_filter=action>; rel="prev", </api/animes/full?genre_filter=action>; rel="last"',
    );
  });

  it("responds with an empty list past the end, and an empty listing has one page", async () => {
    expect((await get(`${path}?page=50`)).json).toEqual({
      data: [],
      meta: { total_items: 3, current_page: 50, last_page: 1, per_page: 30 },
    });
    expect((await get(`${path}?genre_filter=none`)).json).toEqual({
      data: [],
      meta: { total_items: 0, current_page: 1, last_page: 1, per_page: 30 },
    });
  });

  it("responds 304 to a matching ETag, per encoding", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const first = await get(path, { "accept-encoding": encoding });
      expect(first.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      const etag = first.headers.get("etag") ?? "";
      const repeated = await get(path, { "accept-encoding": encoding, "if-none-match": etag });
      expect(repeated.status).toBe(304);
      expect(repeated.text).toBe("");
      for (const name of ["etag", "cache-control", "vary", "expires"])
        expect(repeated.headers.has(name)).toBe(true);
      expect(
        (await get(path, { "accept-encoding": encoding, "if-none-match": '"other"' })).status,
      ).toBe(200);
    }
  });

  it("names every invalid parameter in the nested error shape", async () => {
    const response = await get(`${path}?score_filter=11&year_filter=x`);
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.json).toMatchObject({
      error: { type: "validation", statusCode: 400 },
      issues: [{ path: "year_filter" }, { path: "score_filter" }],
    });
  });

  it("rejects values the database cannot hold, before querying it", async () => {
    for (const search of [
      "?search_query=%00",
      "?year_filter=99999999999",
      "?page=99999999999",
      "?genre_filter=a%00",
    ]) {
      expect((await get(`${path}${search}`)).status).toBe(400);
    }
    expect((await get(`${path}?search_query=%zz%ff`)).status).toBe(200);
  });
});

describe("the listing's rate limit", () => {
  it("counts both URLs together, sets headers, and responds 429 in the nested shape", async () => {
    const limited = createApiCaller(database, { RATE_LIMITS: "animesFull=3/60" });
    const remaining = [];
    for (const path of ["/api/animes/full", "/api/animes?order_by=nope", "/api/animes"]) {
      const response = await limited.get(path);
      expect(response.headers.get("x-ratelimit-limit")).toBe("3");
      remaining.push(response.headers.get("x-ratelimit-remaining"));
    }
    expect(remaining).toEqual(["2", "1", "0"]);
    const refused = await limited.get("/api/animes/full");
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({
      error: { message: "Too many requests", type: "rate_limit", statusCode: 429 },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await limited.get("/api/genres")).status).toBe(200);
  });

  it("counts cached responses and 304s like any other", async () => {
    const limited = createApiCaller(database, { RATE_LIMITS: "animesFull=2/60" });
    const { headers } = await limited.get("/api/animes");
    expect(
      (
        await limited.get("/api/animes", { "if-none-match": headers.get("etag") ?? "" })
      ).headers.get("x-ratelimit-remaining"),
    ).toBe("0");
    expect((await limited.get("/api/animes")).status).toBe(429);
  });
});

describe("the response cache", () => {
  it("normalises the key: order, case, aliases, defaults and unknown parameters", async () => {
    services.responseCache.clear();
    const one = await get("/api/animes/full?genre_filter=Action,Comedy&type_filter=TV&limit=7");
    const { bytes: size } = services.responseCache.usage;
    for (const other of [
      "/api/animes/full?limit_count=7&type_filter=tv&genre_filter=comedy&genre_filter=ACTION&page_number=1",
      "/api/animes?order_by=score&cb=17&genre_filter=comedy,action&type_filter=TV&limit=7&parental_control=yes",
    ]) {
      expect((await get(other)).headers.get("etag")).toBe(one.headers.get("etag"));
    }
    expect(services.responseCache.usage.bytes).toBe(size);
    await get("/api/animes/full?genre_filter=Action&type_filter=TV&limit=7");
    expect(services.responseCache.usage.bytes).toBeGreaterThan(size);
  });

  it("separates responses with and without parental control", async () => {
    await get("/api/animes?parental_control=false");
    expect((await get("/api/animes")).text).not.toContain("Mature");
    expect((await get("/api/animes?parental_control=false")).text).toContain("Mature");
  });

  it("varies by Origin when other origins are allowed", async () => {
    const shared = createApiCaller(database, { CORS_ORIGINS: "https://friend.test" });
    const response = await shared.get("/api/animes", { origin: "https://friend.test" });
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Origin");
    expect(response.headers.get("access-control-allow-origin")).toBe("https://friend.test");
    expect((await shared.get("/api/animes")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("an unavailable database", () => {
  it("is an uncached 500 in each endpoint's error shape", async () => {
    const offline = createApiCaller({
      ...database,
      ...openDatabase("postgres://nobody@127.0.0.1:1/none"),
    });
    expect(await offline.get("/api/animes/full")).toMatchObject({
      status: 500,
      json: { error: { message: "Internal server error", type: "database", statusCode: 500 } },
    });
    expect(await offline.get("/api/genres")).toMatchObject({
      status: 500,
      json: { error: "Internal server error", status: 500 },
    });
    expect(offline.services.responseCache.usage.bytes).toBe(0);
  });
});
