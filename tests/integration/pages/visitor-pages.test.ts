import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { notifyCatalogVersion } from "~/features/catalog/catalog-version.server";
import { addAnimes } from "../../factories/anime";
import { addCredits, characterRow } from "../../factories/credits";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { dataOf, signUpClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase();
let site: Site;
beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Harbor Lights", genres: ["Drama"], studios: ["North Pier"] },
    { mal_id: 2, title: "Closed Door", rating: "Rx - Hentai", genres: ["Drama"] },
    {
      mal_id: 3,
      title: "Planted script",
      synopsis: "Quiet.</p></script><script>planted()</script>",
    },
  );
  await addCredits(database.db, {
    characters: [
      characterRow(3, 10, {
        name: "Planted Character",
        about: `Age: 17\n\n${"She waits. ".repeat(80)}</p></script><script>planted()</script>`,
      }),
    ],
  });
  site = await startSite(databaseEnvironment(database.options));
});
afterAll(() => site.stop());

const PATHS = ["/", "/browse", "/anime/1/harbor-lights", "/genre/Drama", "/studio/North%20Pier"];

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers });
  const policy = response.headers.get("content-security-policy") ?? "";
  return { response, policy, body: await response.text() };
}

it.each(PATHS)("%s is the same for visitors, with the hashes of its scripts", async (path) => {
  const first = await read(path);
  const second = await read(path);
  expect(second.body).toBe(first.body);
  expect(second.policy).toBe(first.policy);
  for (const page of [first, second]) {
    expect(page.response.status).toBe(200);
    expect(page.policy).not.toContain("'nonce-");
    const scripts = [
      ...page.body.matchAll(/<script(?![^>]* src=)(?![^>]*json)[^>]*>([^]*?)<\/script>/g),
    ];
    expect(scripts.length).toBeGreaterThan(2);
    for (const [, text = ""] of scripts)
      expect(page.policy).toContain(createHash("sha256").update(text).digest("base64"));
    expect(page.response.headers.get("cache-control")).toBe("private, no-store");
    expect(page.response.headers.get("set-cookie")).toBeNull();
  }
});

it.each([
  ["a title", "/anime/3/planted-script"],
  ["a character", "/character/10/planted-character"],
])("does not allow a script in the text of %s", async (_name, path) => {
  const { policy, body } = await read(path);
  expect(body).toContain("planted()");
  expect(body).not.toContain("<script>planted()");
  expect(policy).toContain("'sha256-");
  expect(policy).not.toContain(createHash("sha256").update("planted()").digest("base64"));
});

it.each(PATHS)("%s of a user is for that user alone", async (path) => {
  const client = await signUpClient(site.url);
  const before = await read(path);
  const own = await read(path, { cookie: client.cookie });
  const after = await read(path);
  expect(own.body).toContain(client.userId);
  expect(after.body).not.toContain(client.userId);
  expect(after.body).toBe(before.body);
  const other = await signUpClient(site.url);
  expect((await read(path, { cookie: other.cookie })).body).not.toContain(client.userId);
});

it("makes the browser's time zone the account's", async () => {
  const client = await signUpClient(site.url);
  const zone = async () => {
    const response = await client.send("GET", "/api/user/sitePreferences");
    return dataOf<{ timeZone: string | null }>(response).timeZone;
  };
  expect(await zone()).toBeNull();
  for (const [cookie, known] of [
    ["akari_zone=Asia/Tokyo", "Asia/Tokyo"],
    ["akari_zone=Mars/Olympus", "Asia/Tokyo"],
    ["", "Asia/Tokyo"],
    ["akari_zone=Europe/Berlin", "Europe/Berlin"],
  ]) {
    await read("/", { cookie: `${client.cookie}; ${cookie}` });
    expect(await zone()).toBe(known);
  }
});

it("obeys each visitor's parental control, locale and theme", async () => {
  const texts = async (headers?: Record<string, string>) => (await read("/browse", headers)).body;
  const uncontrolled = { cookie: "akari_visitor=parental_control=false" };
  expect(await texts()).not.toContain("Closed Door");
  expect(await texts(uncontrolled)).toContain("Closed Door");
  expect(await texts()).not.toContain("Closed Door");
  expect(await texts({ "accept-language": "es" })).toContain('<html lang="es"');
  expect(await texts({ cookie: "akari_visitor=theme=light" })).toContain('data-theme="light"');
  expect(await texts()).toContain('<html lang="en"');
});

it("follows the catalog", async () => {
  expect((await read("/anime/1/harbor-lights")).body).toContain("Harbor Lights");
  await database.sql`UPDATE animes SET title = 'Harbor Nights' WHERE mal_id = 1`;
  await notifyCatalogVersion(database.db);
  await expect
    .poll(async () => (await read("/anime/1/harbor-nights")).body)
    .toContain("Harbor Nights");
});

it("is found by search engines by what its routes say of their pages", async () => {
  const robots = (await read("/robots.txt")).body.split("\n");
  for (const start of ["/list", "/settings", "/profile", "/signin", "/watch/", "/admin"])
    expect(robots).toContain(`Disallow: ${start}`);
  const excluded = robots.flatMap((line) => /^Disallow: (.*)/.exec(line)?.[1] ?? []);
  const indexed = [...(await read("/sitemap/pages.xml")).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  expect(indexed).toEqual(expect.arrayContaining(["/", "/browse"]));
  for (const path of [...PATHS, ...indexed]) {
    expect(excluded.filter((start) => path.startsWith(start))).toEqual([]);
    expect((await read(path)).body).not.toContain("noindex");
  }
});

it.each([
  ["/?utm_source=x", "/"],
  ["/schedule?tz=Asia/Tokyo", "/schedule"],
  ["/genre/Drama?page=1", "/genre/Drama"],
  ["/studio/North%20Pier?page=2&x=y", "/studio/North%20Pier?page=2"],
  ["/browse?view=list", "/browse"],
  [
    "/browse?year_filter=2020&genre_filter=drama&search_query=",
    "/browse?genre_filter=drama&year_filter=2020",
  ],
  ["/signin", undefined],
])("%s is indexed as %s", async (path, canonical) => {
  const { body } = await read(path);
  const href = /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1];
  expect(href?.replaceAll("&amp;", "&")).toBe(canonical && site.url + canonical);
});
