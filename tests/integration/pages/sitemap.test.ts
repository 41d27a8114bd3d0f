import { beforeAll, describe, expect, it } from "vitest";
import { loader as openSearch } from "~/routes/system/open-search";
import { loader as robots } from "~/routes/system/robots";
import { loader as index } from "~/routes/system/sitemap";
import { loader as part } from "~/routes/system/sitemap-part";
import { addAnimes } from "../../factories/anime";
import { createTestContext, createTestServices } from "../../support/server/context";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);
const partText = async (name: string) =>
  (await call(part, `/sitemap/${name}`, { params: { part: name } })).text();
const urls = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Harbor Lights", genres: ["Sci-Fi"], studios: ["J.C. & Sons' <Film>"] },
    { mal_id: 2, title: "</loc><script>alert(1)</script>", genres: ["Sci-Fi"] },
    {
      mal_id: 3,
      title: "Closed Door",
      rating: "Rx - Hentai",
      genres: ["Drama"],
      studios: ["Hidden Works"],
    },
    { mal_id: 4, title: "Closed Too", genres: ["Erotica"] },
    { mal_id: 9_999, title: "Last of the First" },
    { mal_id: 10_000, title: "First of the Second" },
  );
  await database.sql`UPDATE animes SET changed_at = '2026-01-02T03:04:05Z' WHERE mal_id = 10000`;
});

describe("the sitemap", () => {
  it("has an index of its parts, with the last change of each part of titles", async () => {
    const response = await call(index, "/sitemap.xml");
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const xml = await response.text();
    expect(urls(xml)).toEqual(
      ["pages", "names", "titles-0", "titles-1"].map(
        (name) => `http://akari.test/sitemap/${name}.xml`,
      ),
    );
    expect(xml).toContain("titles-1.xml</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod>");
  });

  it("lists every public title in the part of its number", async () => {
    expect(urls(await partText("titles-0.xml"))).toEqual([
      "http://akari.test/anime/1/harbor-lights",
      "http://akari.test/anime/2/loc-script-alert-1-script",
      "http://akari.test/anime/9999/last-of-the-first",
    ]);
    expect(urls(await partText("titles-1.xml"))).toEqual([
      "http://akari.test/anime/10000/first-of-the-second",
    ]);
    expect(urls(await partText("titles-2.xml"))).toEqual([]);
  });

  it("lists genres and studios of such titles, escaped", async () => {
    expect(urls(await partText("names.xml"))).toEqual([
      "http://akari.test/genre/Sci-Fi",
      "http://akari.test/studio/J.C.%20%26%20Sons&#39;%20%3CFilm%3E",
    ]);
  });

  it.each([
    "titles-.xml",
    "titles-01.xml",
    "titles--1.xml",
    "titles-1000000.xml",
    "titles-0",
    "names",
    "x.xml",
  ])("has no part %s", async (name) => {
    expect((await call(part, `/sitemap/${name}`, { params: { part: name } })).status).toBe(404);
  });

  it("responds 304 to a matching ETag", async () => {
    const etag = (await call(index, "/sitemap.xml")).headers.get("etag") ?? "";
    expect(
      (await call(index, "/sitemap.xml", { init: { headers: { "if-none-match": etag } } })).status,
    ).toBe(304);
  });
});

describe("robots.txt and OpenSearch", () => {
  it("exclude the API and link the sitemap", async () => {
    const lines = (await (await call(robots, "/robots.txt")).text()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "User-agent: *",
        "Disallow: /api/",
        "Sitemap: http://akari.test/sitemap.xml",
      ]),
    );
  });

  it("describe the search for a browser's address bar", async () => {
    const response = await call(openSearch, "/opensearch.xml");
    expect(response.headers.get("content-type")).toBe(
      "application/opensearchdescription+xml; charset=utf-8",
    );
    expect(await response.text()).toContain(
      'template="http://akari.test/browse?search_query={searchTerms}"',
    );
  });
});

describe("the sitemap without PUBLIC_URL", () => {
  it("has the origin of the request's Host, and queries the catalog once for all hosts", async () => {
    const services = createTestServices({}, database);
    const load = (host: string) => {
      const context = createTestContext(services, { metadata: { origin: `http://${host}` } });
      const request = new Request(`http://${host}/sitemap/titles-0.xml`);
      const parts = { request, params: { part: "titles-0.xml" }, context };
      return part(parts as never);
    };
    const first = await (await load("akari.test")).text();
    await database.sql`ALTER TABLE animes RENAME TO animes_away`;
    try {
      for (let host = 0; host < 50; host += 1) {
        const response = await load(`host-${host}.test`);
        expect(await response.text()).toBe(first.replaceAll("akari.test", `host-${host}.test`));
      }
    } finally {
      await database.sql`ALTER TABLE animes_away RENAME TO animes`;
    }
    expect(services.shared.responseCache.usage.bytes).toBe(0);
  });
});
