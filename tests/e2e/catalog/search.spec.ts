import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const box = (page: Page) =>
  page.getByRole("banner").getByRole("combobox", { name: "Search titles" });
const offers = (page: Page) => page.getByRole("listbox", { name: "Titles" }).getByRole("option");

test("suggestions show cover, year and type, and can be opened with the keyboard", async ({
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

test("Enter without a selection searches, and a click opens a suggestion @phone", async ({
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
  await page.emulateMedia({ reducedMotion: "reduce" });
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
