import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { seriousFaults } from "./support/axe";
import { expect, scriptsRun, test } from "./support/person";

/** Every kind of page and state that anybody can see. */
const OPEN_PAGES = [
  ["Home", "/"],
  ["Browse with filters", "/browse?genre_filter=action&genre_exclude=drama&score_filter=7"],
  ["Browse as a list", "/browse?view=list"],
  ["Browse without a result", "/browse?type_filter=Movie&aired_day_filter=monday"],
  ["Browse with an address that cannot be read", "/browse?score_filter=eleven"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["a title on the air", "/anime/21/one-piece"],
  ["a genre", "/genre/Drama"],
  ["a studio", "/studio/Madhouse"],
  ["the schedule", "/schedule"],
  ["an episode", "/watch/2000000001/1"],
  ["an episode without a source", "/watch/52991/1"],
  ["the sign-in after a refusal", "/signin?error=expired"],
  ["the sign-up", "/signup"],
  ["a missing page", "/nowhere"],
] as const;

/** Those of somebody who is signed in and has something on every one of them. */
const OWN_PAGES = [
  ["Home", "/"],
  ["Browse with recent searches", "/browse"],
  ["a title on the list", "/anime/52991/sousou-no-frieren"],
  ["My list", "/list"],
  ["an empty collection", "/list?type=collection"],
  ["the import", "/list/import"],
  ["the history", "/history"],
  ["the schedule of the list", "/schedule?show=mine"],
  ["the sign-up's second step", "/signup/profile"],
  ["the sign-up's third step", "/signup/tastes"],
  ["the profile", "/profile"],
  ["the settings", "/settings"],
] as const;

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

/** Widths of a small telephone, and of a desktop's page at twice its size. */
const NARROW = [320, 640];

async function judge(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await scriptsRun(page);
  expect(await seriousFaults(page)).toEqual([]);
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `scrolls sideways at ${String(width)} px`).toBeLessThanOrEqual(0);
  }
}

for (const [name, path] of OPEN_PAGES) {
  test(`${name} has no serious fault in either theme, and fits small screens and large print`, ({ page }) => judge(page, path));
}

for (const [name, path] of OWN_PAGES) {
  test(`${name} of a person has no serious fault in either theme, and fits small screens and large print`, async ({ page, context }) => {
    const { request } = context;
    await request.post("/api/auth/signup", { data: { username: "Faye", email: `faye-${randomUUID()}@akari.test`, password: "Bebop-7!x" } });
    for (const [animeId, type] of [[52991, "Watching"], [21, "Watching"], [5114, "Completed"]] as const) await request.post("/api/user/watchList", { data: { animeId, type } });
    await request.post("/api/user/progress", { data: { animeId: 2_000_000_001, episode: 1, position: 20, duration: 40 } });
    await request.post("/api/user/searchHistory", { data: { query: "Mushishi" } });
    await judge(page, path);
  });
}

test("axe finds no serious fault in the open settings and filters, in either theme", async ({ page, isMobile }) => {
  await page.goto("/browse", { waitUntil: "domcontentloaded" });
  await scriptsRun(page);
  await page.getByRole("button", { name: "Settings" }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  if (isMobile) {
    await page.getByRole("button", { name: /^Filters/ }).click();
    expect(await seriousFaults(page)).toEqual([]);
  }
});
