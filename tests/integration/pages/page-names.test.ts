// @module-tag rest
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mapLimited } from "~/concurrency/map-limited";
import { LOCALES } from "~/i18n/locales";
import { addAnimes } from "../../factories/anime";
import { fetchVisit } from "../../support/crawl/crawl-site";
import { routePatterns } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createOwner } from "../../support/server/owner";
import type { TestAccount } from "../../support/server/account";
import { PATIENCE } from "../../support/server/patience";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase();
let site: Site;
let owner: TestAccount;

beforeAll(async () => {
  await addAnimes(database.db, { mal_id: 1, title: "Harbor", year: 2024, season: "Winter" });
  site = await startSite({ ...databaseEnvironment(database.options), ...PATIENCE });
  owner = await createOwner(database);
});
afterAll(() => site.stop());

/** Pages that are one page each; a user sees those of visitors only when signed out. */
const PATHS = [
  ...routePatterns().filter((pattern) => !/[:*.]|^\/(?:admin\/changes|room|api)$/.test(pattern)),
  "/season",
  `/profile/${new Date().getUTCFullYear()}`,
];
/** Pages that are named after a user, or after the present season. */
const NAMED_OTHERWISE = new Set(["/profile", "/season"]);

const CONCURRENT = 4;

interface NamedPage {
  path: string;
  title: string;
  heading: string;
}

async function readPages(locale: string, cookie?: string): Promise<NamedPage[]> {
  const pages = await mapLimited(PATHS, CONCURRENT, async (path) => {
    const init = { headers: { "accept-language": locale } };
    const visit = await fetchVisit(site.url, { path, cookie, init });
    const headings = [...visit.text.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text);
    const title = /<title>(.*?) · Akari<\/title>/.exec(visit.text)?.[1];
    return visit.status === 200 && visit.text.includes(`<html lang="${locale}"`)
      ? [{ path, title: title ?? "", heading: headings.join() }]
      : [];
  });
  return pages.flat();
}

function twice(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

describe.each(LOCALES)("the pages of the site in %s", (locale) => {
  it.each(["an owner", "a visitor"])("have one name each: %s", async (reader) => {
    const pages = await readPages(locale, reader === "a visitor" ? undefined : owner.cookie);
    const paths = pages.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(
        reader === "a visitor"
          ? ["/", "/browse", "/library", "/schedule", "/docs", "/signin", "/signup", "/forgot"]
          : ["/list", "/list/history", "/history", "/settings", "/settings/searches", "/admin"],
      ),
    );
    expect(twice(pages.map(({ title }) => title))).toEqual([]);
    expect(twice(pages.map(({ heading }) => heading))).toEqual([]);
    expect(
      pages.filter(({ path, title, heading }) => title !== heading && !NAMED_OTHERWISE.has(path)),
    ).toEqual([]);
  });
});
