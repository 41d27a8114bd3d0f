import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const box = (page: Page) =>
  page.getByRole("banner").getByRole("combobox", { name: "Search titles" });
const offers = (page: Page) => page.getByRole("listbox", { name: "Titles" }).getByRole("option");

test("suggestions show cover, year and type, and can be opened with the keyboard @main", async ({
  page,
}) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type("frieren");
  await expect(offers(page).first()).toContainText("Sousou no Frieren");
  await expect(offers(page).first()).toContainText("2023 · TV");
  await expect(offers(page).first().locator("img")).toHaveAttribute(
    "src",
    "/media/cover/52991/120.webp",
  );
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("arrow keys to choose")).toBeAttached();

  await page.keyboard.press("ArrowDown");
  const first = offers(page).first();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute(
    "aria-activedescendant",
    (await first.getAttribute("id")) ?? "none",
  );
  await page.keyboard.press("ArrowUp");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Escape");
  await expect(offers(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("frieren");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/anime/52991/sousou-no-frieren");
  await expect(offers(page)).toHaveCount(0);
});

test("Enter without a selection searches, and a click opens a suggestion @main @phone-nightly", async ({
  page,
}) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).fill("cowboy bebop");
  await expect(offers(page).first()).toContainText("Cowboy Bebop");
  await offers(page).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cowboy Bebop");
  await box(page).fill("cowboy bebop");
  await expect(offers(page).first()).toBeVisible();
  await box(page).press("Enter");
  await expect(page).toHaveURL("/browse?search_query=cowboy+bebop");
  await expect(offers(page)).toHaveCount(0);
});

test("suggestions use the title language, and axe finds no serious violation in them", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([
    { name: "akari_visitor", value: "title_language=english", url: baseURL ?? "" },
  ]);
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).fill("sousou no frieren");
  await expect(offers(page).first()).toContainText("Frieren: Beyond Journey's End");
  await page.keyboard.press("ArrowDown");
  expect(await seriousViolations(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0);
});

test("the search works while suggestions are unavailable", async ({ page, browserErrors }) => {
  await page.route("**/suggest?*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/schedule");
  await waitForHydration(page);
  const suggestion = page.waitForResponse("**/suggest?*");
  await box(page).fill("cowboy bebop");
  await suggestion;
  await expect(offers(page)).toHaveCount(0);
  await box(page).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("“cowboy bebop”");
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^500 .*\/suggest/)]);
});

test("a suggestion and a result name the other title that matches", async ({ page }) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).fill("demon slayer");
  const first = offers(page).first();
  await expect(first).toContainText("Kimetsu no Yaiba");
  await expect(first).toContainText("Demon Slayer: Kimetsu no Yaiba");
  await page.getByRole("option", { name: "See all results for “demon slayer”" }).click();
  await expect(page).toHaveURL("/browse?search_query=demon+slayer");
  const result = page.getByRole("region", { name: "Results" }).getByRole("listitem").first();
  await expect(result).toContainText("Demon Slayer: Kimetsu no Yaiba");
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(page.getByRole("region", { name: "Results" }).getByRole("table")).toContainText(
    "Demon Slayer: Kimetsu no Yaiba",
  );
});

test("all results are reached with the keyboard, and keep the filters of Browse", async ({
  page,
}) => {
  await page.goto("/browse?type_filter=Movie&order_by=title_asc&page_number=2");
  await waitForHydration(page);
  await box(page).fill("kimetsu");
  await expect(offers(page).first()).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await expect(offers(page).last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?type_filter=Movie&search_query=kimetsu");
  await expect(box(page)).toHaveValue("kimetsu");
  await expect(page.getByRole("main").getByRole("textbox", { name: "Title" })).toHaveCount(0);
});

test("a search without a result says so in the box and on the page @main @phone-nightly", async ({
  page,
}) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).fill("qqqqzzzz");
  await expect(page.getByText("No titles found for “qqqqzzzz”")).toBeVisible();
  await expect(page.getByText(/^Try another of its names/)).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await box(page).press("Enter");
  await expect(page.getByRole("heading", { name: "No titles found for “qqqqzzzz”" })).toBeVisible();
});

const recent = (page: Page) =>
  page.getByRole("banner").getByRole("region", { name: "Recent searches" });
/** What screen readers are told about the search. */
const told = (page: Page) => page.getByRole("search").locator("[aria-live]");

test("the empty box offers a visitor's recent searches, which can be removed @main @phone-nightly", async ({
  page,
}) => {
  for (const query of ["mushishi", "frieren"]) {
    await page.goto("/schedule");
    await waitForHydration(page);
    await box(page).fill(query);
    await expect(offers(page).first()).toBeVisible();
    await box(page).press("Enter");
    await expect(page).toHaveURL(`/browse?search_query=${query}`);
  }
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).click();
  await expect(recent(page).getByRole("link")).toHaveText(["frieren", "mushishi"]);
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(recent(page).getByRole("link", { name: "mushishi" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeFocused();
  await expect(recent(page)).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await recent(page)
    .getByRole("button", { name: "Remove frieren from search history" })
    .press("Enter");
  await expect(told(page)).toHaveText("“frieren” removed from your history.");
  await expect(
    recent(page).getByRole("button", { name: "Remove mushishi from search history" }),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(told(page)).toHaveText("“mushishi” removed from your history.");
  await expect(box(page)).toBeFocused();
  await expect(recent(page)).toBeHidden();
  await page.reload();
  await waitForHydration(page);
  await box(page).click();
  await expect(box(page)).toBeFocused();
  await expect(recent(page)).toBeHidden();
});

test("the empty box offers the recent searches of an account", async ({ page }) => {
  await signUp(page);
  await page.request.post("/api/user/searchHistory", { data: { query: "Mushishi" } });
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).click();
  await recent(page).getByRole("button", { name: "Remove Mushishi from search history" }).click();
  await expect(told(page)).toHaveText("“Mushishi” removed from your history.");
  await expect(recent(page)).toBeHidden();
  await expect
    .poll(async () => (await (await page.request.get("/api/user/searchHistory")).json()) as unknown)
    .toMatchObject({ data: [] });
  await page.request.post("/api/user/searchHistory", { data: { query: "Frieren" } });
  await page.reload();
  await waitForHydration(page);
  await box(page).click();
  await recent(page).getByRole("link", { name: "Frieren" }).click();
  await expect(page).toHaveURL("/browse?search_query=Frieren");
});

test("cards show the watch list status on every page", async ({ page }) => {
  await signUp(page);
  await page.request.post("/api/user/watchList", { data: { animeId: 52991, type: "To Watch" } });
  await page.request.post("/api/user/watchList", { data: { animeId: 59978, type: "Watching" } });
  const pages = [
    ["/browse", "/anime/52991/sousou-no-frieren", "Planned"],
    ["/browse?view=list", "/anime/52991/sousou-no-frieren", "Planned"],
    ["/genre/Drama", "/anime/52991/sousou-no-frieren", "Planned"],
    ["/studio/Madhouse", "/anime/52991/sousou-no-frieren", "Planned"],
    ["/anime/52991/sousou-no-frieren", "/anime/59978/sousou-no-frieren-2nd-season", "Watching"],
  ] as const;
  for (const [path, card, type] of pages) {
    await page.goto(path);
    await expect(page.getByRole("main").locator(`a[href="${card}"]`).first(), path).toContainText(
      `On my list: ${type}.`,
    );
  }
});

test("a user's suggestions tell what was watched, and +1 marks the next episode by keyboard @main", async ({
  page,
}) => {
  await signUp(page);
  await page.request.patch("/api/user/watchlist/entry", {
    data: { animeId: 52991, state: "watching", episodesSeen: 26 },
  });
  await page.goto("/schedule");
  await waitForHydration(page);
  await box(page).fill("sousou no frieren");
  const first = offers(page).first();
  await expect(first).toContainText("Watching · 26 of 28");
  await expect(page.getByText("Tab to play or mark")).toBeAttached();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Tab");
  const countUp = page.getByRole("banner").getByRole("button", { name: /^\+1: mark episode/ });
  await expect(countUp).toBeFocused();
  await expect(countUp).toHaveAccessibleName(/^\+1: mark episode 27 of Sousou no Frieren/);
  await page.keyboard.press("Enter");
  await expect(first).toContainText("Watching · 27 of 28");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => seenOf(page)).toBe(26);
  await box(page).fill("sousou no frieren 2");
  await box(page).fill("sousou no frieren");
  await expect(first).toContainText("Watching · 26 of 28");
  for (const seen of [27, 28]) {
    await countUp.press("Enter");
    await expect.poll(async () => seenOf(page)).toBe(seen);
    await expect(first).toContainText(seen === 28 ? "Completed" : "Watching · 27 of 28");
  }
  await expect(countUp).toHaveCount(0);
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/anime/52991/sousou-no-frieren");
});

async function seenOf(page: Page): Promise<unknown> {
  const list = await page.request.get("/api/user/watchList");
  const [entry] = ((await list.json()) as { data: { episodes_seen: number }[] }).data;
  return entry?.episodes_seen;
}
