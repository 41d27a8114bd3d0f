import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, waitForHydration, test, measureLayoutShift } from "../support/fixtures";

const FRIEREN = 52991;
const ONE_PIECE = 21;

const broadcasts = (page: Page) => page.getByRole("main").getByRole("list").getByRole("listitem");
const days = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

test.describe("in a distant time zone", () => {
  test.use({ timezoneId: "America/Los_Angeles", savedTimeZone: null });

  test("the first visit shows local days immediately, without layout shift @main @phone-nightly", async ({
    page,
  }) => {
    const shift = await measureLayoutShift(page);
    let loads = 0;
    page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await page.goto("/schedule", { waitUntil: "networkidle" });
    await waitForHydration(page);
    await expect(page.getByText("Times are in your time zone (Los Angeles)")).toBeVisible();
    expect(await shift()).toBeLessThan(0.02);
    expect(loads).toBe(2);
    await page.goto("/schedule");
    await expect(page.getByText("Times are in your time zone (Los Angeles)")).toBeVisible();
    expect(loads).toBe(3);
  });

  test("a visitor arriving from another page finds local days behind the link", async ({
    page,
  }) => {
    await page.goto("/browse");
    await waitForHydration(page);
    const header = page.getByRole("banner");
    await header.getByRole("button", { name: "Discover" }).click();
    await header.getByRole("link", { name: "Schedule" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Schedule" })).toBeVisible();
    await expect(page.getByText("Times are in your time zone (Los Angeles)")).toBeVisible();
  });
});

test("tabs lead to each day and back to today @main @phone", async ({ page }) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  const tabs = page.getByRole("navigation", { name: "Days" }).getByRole("link");
  await expect(tabs).toHaveCount(7);
  await expect(tabs.first()).toHaveAttribute("aria-current", "date");
  await tabs.nth(3).click();
  await expect(days(page).nth(3)).toBeInViewport();
  await expect(tabs.nth(3)).toHaveAttribute("aria-current", "date");
  await expect(page.locator("[aria-current=date]")).toHaveCount(1);
  expect(await seriousViolations(page)).toEqual([]);
  await tabs.first().click();
  await expect(days(page).first()).toBeInViewport();
  await expect(tabs.first()).toHaveAttribute("aria-current", "date");
});

test("a day's tab leads to it after a visit to another page, and keeps the query", async ({
  page,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await page.mouse.wheel(0, 1_000);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Discover" }).click();
  await header.getByRole("link", { name: "Schedule" }).click();
  const tabs = page.getByRole("navigation", { name: "Days" }).getByRole("link");
  await tabs.nth(5).click();
  await expect(days(page).nth(5)).toBeInViewport();
  await page.goto("/schedule?show=all");
  await waitForHydration(page);
  await tabs.nth(2).click();
  await expect(page).toHaveURL(/\/schedule\?show=all#day-/);
});

test("My list and All are one switch, which Back reverts @main @phone-nightly", async ({
  page,
  context,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", {
    data: { animeId: ONE_PIECE, type: "Watching" },
  });
  await context.request.post("/api/user/sitePreferences", { data: { theme: "light" } });
  await page.goto("/schedule");
  await waitForHydration(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  // The list has something that airs, so that the page begins with it.
  await expect(broadcasts(page)).toHaveCount(1);
  await expect(days(page)).toHaveCount(7);
  const titlesNav = page.getByRole("navigation", { name: "Which titles" });
  await expect(titlesNav.getByRole("link", { name: "My list" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await titlesNav.getByRole("link", { name: "All" }).click();
  await expect.poll(() => broadcasts(page).count()).toBeGreaterThan(1);
  expect(await seriousViolations(page)).toEqual([]);
  await page.goBack();
  await expect(broadcasts(page)).toHaveCount(1);
  await context.request.delete("/api/user/watchList", { data: { animeId: ONE_PIECE } });
  await context.request.post("/api/user/watchList", {
    data: { animeId: FRIEREN, type: "Completed" },
  });
  await page.goto("/schedule?show=mine");
  await expect(broadcasts(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Nothing on your list");
  await expect(page.getByRole("main").getByRole("link", { name: "Missed sequels" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, savedTimeZone: null });

  test("the week is in broadcast time, the zone is a form, and the calendar a link", async ({
    page,
  }) => {
    await page.goto("/schedule");
    await expect(page.getByText("Times are in Japan")).toBeVisible();
    await expect(days(page)).toHaveCount(7);
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("America/New_York");
    await page.getByRole("button", { name: "Change time zone" }).click();
    await expect(page).toHaveURL(/tz=America(%2F|\/)New_York/);
    await expect(page.getByText("Times are in New York time")).toBeVisible();
    const calendar = await page.request.get(
      (await page.getByRole("link", { name: "Calendar (ICS)" }).getAttribute("href")) ?? "",
    );
    expect(calendar.headers()["content-type"]).toContain("text/calendar");
  });

  for (const [path, feed] of [
    ["/", "/feed/episodes.atom"],
    ["/schedule", "/feed/episodes.atom"],
    ["/browse?genre_filter=drama&order_by=title&view=list", "/feed/browse.atom?genre_filter=drama"],
    ["/genre/Drama", "/feed/browse.atom?genre_filter=drama&type_exclude=none"],
    ["/studio/Madhouse", "/feed/browse.atom?studio_filter=madhouse&type_exclude=none"],
    ["/season/2023/fall", "/feed/browse.atom?season_filter=Fall&year_filter=2023"],
  ] as const)
    test(`${path} names its feed to feed readers`, async ({ page }) => {
      await page.goto(path);
      const link = page.locator('head link[type="application/atom+xml"]');
      await expect(link).toHaveAttribute("href", feed);
      const shown = page.getByRole("link", { name: "Atom feed" });
      if (/^\/(?:schedule|browse)/.test(path)) await expect(shown).toHaveAttribute("href", feed);
      const response = await page.request.get(feed);
      expect(response.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
    });
});
