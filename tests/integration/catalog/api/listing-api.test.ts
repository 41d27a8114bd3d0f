import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "~db/client.server";
import { apiOf } from "../../../support/server/call-api";
import { testDatabase } from "../../../support/database/test-database";
import { addFourTitles } from "./four-titles";

const database = await testDatabase();
const { get, services } = apiOf(database);

beforeAll(() => addFourTitles(database.db));

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

  it("answers a page past the end with an empty list, and an empty listing with one page", async () => {
    expect((await get(`${path}?page=50`)).json).toEqual({
      data: [],
      meta: { total_items: 3, current_page: 50, last_page: 1, per_page: 30 },
    });
    expect((await get(`${path}?genre_filter=none`)).json).toEqual({
      data: [],
      meta: { total_items: 0, current_page: 1, last_page: 1, per_page: 30 },
    });
  });

  it("repeats an answer as a 304 to whoever has it, in the encoding they have", async () => {
    for (const encoding of ["br", "gzip", "identity"]) {
      const first = await get(path, { "accept-encoding": encoding });
      expect(first.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      const etag = first.headers.get("etag") ?? "";
      const again = await get(path, { "accept-encoding": encoding, "if-none-match": etag });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      for (const name of ["etag", "cache-control", "vary", "expires"])
        expect(again.headers.has(name)).toBe(true);
      expect(
        (await get(path, { "accept-encoding": encoding, "if-none-match": '"other"' })).status,
      ).toBe(200);
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
    expect(refused.json).toEqual({
      error: { message: "Too many requests", type: "rate_limit", statusCode: 429 },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await limited.get("/api/genres")).status).toBe(200);
  });

  it("counts answers from the cache and 304s like any other", async () => {
    const limited = apiOf(database, { RATE_LIMITS: "animesFull=2/60" });
    const { headers } = await limited.get("/api/animes");
    expect(
      (
        await limited.get("/api/animes", { "if-none-match": headers.get("etag") ?? "" })
      ).headers.get("x-ratelimit-remaining"),
    ).toBe("0");
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

describe("the database away", () => {
  it("is a plain 500 in the shape of each endpoint, and nothing of it is kept", async () => {
    const away = apiOf({ ...database, ...openDatabase("postgres://nobody@127.0.0.1:1/none") });
    expect(await away.get("/api/animes/full")).toMatchObject({
      status: 500,
      json: { error: { message: "Internal server error", type: "database", statusCode: 500 } },
    });
    expect(await away.get("/api/genres")).toMatchObject({
      status: 500,
      json: { error: "Internal server error", status: 500 },
    });
    expect(away.services.answers.size).toBe(0);
  });
});
