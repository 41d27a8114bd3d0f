// @module-tag nightly
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeCatalog } from "~/features/curation/change-catalog.server";
import { getFreePort } from "../../../scripts/support/free-port";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { startVarnish, VARNISH } from "../../support/fleet/varnish";
import { ANIME } from "../../support/server/every-request";
import { startSite, type Site } from "../../support/server/site";

const TOKEN = "token-of-the-cache";

describe.skipIf(VARNISH === undefined)("a cache that is purged (needs Varnish)", () => {
  let origin: string;
  let site: Site;
  let other: number;
  let varnish: Awaited<ReturnType<typeof startVarnish>>;
  let database: Awaited<ReturnType<typeof testDatabase>>;

  beforeAll(async () => {
    database = await testDatabase({ template: STARTER_TEMPLATE });
    const port = await getFreePort();
    site = await startSite({
      ...databaseEnvironment(database.options),
      TRUSTED_PROXIES: "127.0.0.1",
      RATE_LIMITS: "animesFull=100000/60",
      CDN_PURGE_URL: `http://127.0.0.1:${port}/purge`,
      CDN_PURGE_TOKEN: TOKEN,
    });
    varnish = await startVarnish(site.url, { port, token: TOKEN });
    ({ origin } = varnish);
    const [row] = await database.sql<{ id: number }[]>`
      SELECT mal_id AS id FROM animes WHERE NOT mature AND mal_id <> ${ANIME}
        AND mal_id NOT IN (SELECT related_mal_id FROM anime_relations WHERE mal_id = ${ANIME})
        AND mal_id NOT IN (SELECT mal_id FROM anime_relations WHERE related_mal_id = ${ANIME})
      ORDER BY mal_id LIMIT 1`;
    other = row?.id ?? 0;
  });
  afterAll(async () => {
    await varnish.stop();
    await site.stop();
  });

  async function get(path: string) {
    const response = await fetch(origin + path);
    const text = await response.text();
    return { cache: response.headers.get("x-cache"), headers: response.headers, text };
  }

  it("serves a changed title at once, and the rest from the cache", async () => {
    const changed = [
      `/api/animes/getAnime?id=${ANIME}`,
      "/api/animes/full?search_query=frieren",
      "/api/animes/suggest?q=frieren",
    ];
    const unchanged = [
      `/api/animes/getAnime?id=${other}`,
      `/api/episodes?id=${other}`,
      `/media/cover/${other}/240.webp`,
      "/api/openapi.json",
    ];
    const pages = ["/", `/anime/${ANIME}`];
    for (const path of [...changed, ...unchanged, ...pages]) await get(path);
    for (const path of [...changed, ...unchanged]) {
      const { cache, headers } = await get(path);
      expect([path, cache, headers.get("surrogate-key")]).toEqual([path, "HIT", null]);
    }
    for (const path of pages) expect([path, (await get(path)).cache]).toEqual([path, "MISS"]);

    await changeCatalog(database.db, async (tx) => {
      await tx.execute(
        sql`UPDATE animes SET title = 'Frieren, renamed', content_hash = 'x' WHERE mal_id = ${ANIME}::int4`,
      );
      return true;
    });
    await expect
      .poll(async () => (await get(changed[0] ?? "")).text, { interval: 20 })
      .toContain("Frieren, renamed");
    for (const path of changed) expect((await get(path)).text).toContain("Frieren, renamed");
    for (const path of unchanged) expect([path, (await get(path)).cache]).toEqual([path, "HIT"]);
  });

  it("refuses purges without the token", async () => {
    const purge = (authorization: string) =>
      fetch(`${origin}/purge`, {
        method: "POST",
        headers: { authorization, "surrogate-key": "catalog" },
      });
    await get("/api/genres");
    expect((await get("/api/genres")).cache).toBe("HIT");
    expect((await purge("Bearer another")).status).toBe(403);
    expect((await get("/api/genres")).cache).toBe("HIT");
    expect((await purge(`Bearer ${TOKEN}`)).status).toBe(200);
    expect((await get("/api/genres")).cache).toBe("MISS");
  });
});
