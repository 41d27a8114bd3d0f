import { afterAll, beforeAll, expect, it } from "vitest";
import { notifyCatalogVersion } from "~/features/catalog/catalog-version.server";
import { addAnimes } from "../../factories/anime";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { signUpClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase();
let site: Site;
beforeAll(async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, title: "Harbor Lights", genres: ["Drama"], studios: ["North Pier"] },
    { mal_id: 2, title: "Closed Door", rating: "Rx - Hentai", genres: ["Drama"] },
  );
  site = await startSite(databaseEnvironment(database.options));
});
afterAll(() => site.stop());

const PATHS = ["/", "/browse", "/anime/1/harbor-lights", "/genre/Drama", "/studio/North%20Pier"];

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers });
  const policy = response.headers.get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const body = await response.text();
  return { response, nonce, body, text: body.replaceAll(nonce, "NONCE") };
}

it.each(PATHS)("%s is the same for visitors but for its nonce", async (path) => {
  const first = await read(path);
  const second = await read(path);
  expect(second.text).toBe(first.text);
  expect(second.nonce).not.toBe(first.nonce);
  for (const page of [first, second]) {
    expect(page.response.status).toBe(200);
    expect(page.body.split(`nonce="${page.nonce}"`).length).toBeGreaterThan(2);
    expect(page.response.headers.get("cache-control")).toBe("private, no-store");
    expect(page.response.headers.get("set-cookie")).toBeNull();
  }
});

it.each(PATHS)("%s of a user is for that user alone", async (path) => {
  const client = await signUpClient(site.url);
  const before = await read(path);
  const own = await read(path, { cookie: client.cookie });
  const after = await read(path);
  expect(own.body).toContain(client.userId);
  expect(after.body).not.toContain(client.userId);
  expect(after.text).toBe(before.text);
  const other = await signUpClient(site.url);
  expect((await read(path, { cookie: other.cookie })).body).not.toContain(client.userId);
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
