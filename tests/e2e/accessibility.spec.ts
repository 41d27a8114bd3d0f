import { seriousViolations } from "./support/axe";
import { checkPage, checkPages } from "./support/check-pages";
import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";

/** All pages and states that visitors can see. */
const OPEN_PAGES = [
  ["Home", "/"],
  ["Browse with filters", "/browse?genre_filter=action&genre_exclude=drama&score_filter=7"],
  ["Browse as a list", "/browse?view=list"],
  ["Browse without a result", "/browse?type_filter=Movie&aired_day_filter=monday"],
  ["Browse with an address that cannot be read", "/browse?score_filter=eleven"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["a title on the air", "/anime/21/one-piece"],
  ["a franchise", "/franchise/52991"],
  ["a genre", "/genre/Drama"],
  ["a studio", "/studio/Madhouse"],
  ["the schedule", "/schedule"],
  ["an episode", "/watch/2000000001/1"],
  ["an episode without a source", "/watch/52991/1"],
  ["the sign-in after a refusal", "/signin?error=expired"],
  ["the sign-up", "/signup"],
  ["a missing page", "/nowhere"],
] as const;

/** Pages of a signed-in user with data on each of them. */
const OWN_PAGES = [
  ["Home", "/"],
  ["Browse with recent searches", "/browse"],
  ["a title on the list", "/anime/52991/sousou-no-frieren"],
  ["My list", "/list"],
  ["an empty collection", "/list?type=collection"],
  ["the import", "/list/import"],
  ["the list history", "/list/history"],
  ["a franchise with progress", "/franchise/52991?order=story"],
  ["the library", "/library"],
  ["the suggestions", "/discover"],
  ["the missed sequels", "/discover/sequels"],
  ["the saved searches", "/searches"],
  ["Home's rows", "/home/customise"],
  ["the history", "/history"],
  ["the search history", "/settings/searches"],
  ["the schedule of the list", "/schedule?show=mine"],
  ["the sign-up's second step", "/signup/profile"],
  ["the sign-up's third step", "/signup/tastes"],
  ["the profile", "/profile"],
  ["the statistics", "/profile/statistics"],
  ["the year in review", `/profile/${new Date().getUTCFullYear()}`],
  ["the settings", "/settings"],
  ["the second factor", "/settings/two-factor"],
  ["the confirmation", "/confirm"],
] as const;

/** Pages that phones lay out in a way of their own. */
const PHONE_PAGES = new Set([
  "Home",
  "Browse with filters",
  "a title",
  "a title on the air",
  "an episode",
  "the schedule",
  "a title on the list",
  "My list",
  "the statistics",
  "the settings",
]);

const pagesOf = (pages: readonly (readonly [name: string, path: string])[], isMobile: boolean) =>
  isMobile ? pages.filter(([name]) => PHONE_PAGES.has(name)) : pages;

test("pages of visitors have no serious axe violation in either theme, and fit small screens and large print @phone", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await checkPages(page, pagesOf(OPEN_PAGES, isMobile));
});

test("pages of a signed-in user have no serious axe violation and fit small screens @phone", async ({
  page,
  context,
  isMobile,
}) => {
  test.slow();
  const { request } = context;
  await signUp({ request });
  for (const [animeId, type] of [
    [52991, "Watching"],
    [21, "Watching"],
    [5114, "Completed"],
  ] as const)
    await request.post("/api/user/watchList", { data: { animeId, type } });
  await request.post("/api/user/progress", {
    data: { animeId: 2_000_000_001, episode: 1, position: 20, duration: 40 },
  });
  await request.post("/api/user/searchHistory", { data: { query: "Mushishi" } });
  await checkPages(page, pagesOf(OWN_PAGES, isMobile));
});

test("axe finds no serious violation in the open settings and filters, in either theme @main @phone", async ({
  page,
  isMobile,
}) => {
  await page.goto("/browse", { waitUntil: "domcontentloaded" });
  await waitForHydration(page);
  await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Quick settings" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  if (isMobile) {
    await page.getByRole("button", { name: /^Filters/ }).click();
    expect(await seriousViolations(page)).toEqual([]);
  }
});

test("axe finds no serious violation in the account menu, an undo toast and empty pages", async ({
  page,
  context,
}) => {
  const { request } = context;
  await signUp({ request });
  for (const path of ["/history", "/settings/searches", "/schedule?show=mine"])
    await checkPage(page, path);
  await request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/list");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Account of Faye" }).click();
  await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status").getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});

test("axe finds no serious violation in rejected forms @main", async ({ page, browserErrors }) => {
  await page.goto("/signup");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/signin");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("nobody@akari.test");
  await page.getByLabel("Password", { exact: true }).fill("Lantern!7road");
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  // The refusals are what this test is about.
  expect(browserErrors.splice(0).map((complaint) => complaint.slice(0, 3))).toEqual(["400", "400"]);
});

test("axe finds no serious violation in the player's menu and shortcut list @main @phone", async ({
  page,
  isMobile,
}) => {
  await page.goto("/watch/2000000001/1");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Player settings" }).click();
  await expect(page.getByRole("combobox", { name: "Subtitles", exact: true })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  if (isMobile) return;
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});
