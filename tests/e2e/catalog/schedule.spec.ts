import type { Page } from "@playwright/test";
import { seriousFaults } from "../support/axe";
import { signUp } from "../support/newcomer";
import { expect, scriptsRun, test, watchLayout } from "../support/person";

const FRIEREN = 52991;
const ONE_PIECE = 21;

const broadcasts = (page: Page) => page.getByRole("main").getByRole("list").getByRole("listitem");
const days = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });

test.describe("from the other side of the world", () => {
  test.use({ timezoneId: "America/Los_Angeles", knownZone: null });

  test("the first visit shows the reader's own days at once, and nothing moves", async ({
    page,
  }) => {
    const shift = await watchLayout(page);
    let loads = 0;
    page.on("request", (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    await page.goto("/schedule", { waitUntil: "networkidle" });
    await scriptsRun(page);
    await expect(page.getByText("Times are yours (Los Angeles)")).toBeVisible();
    expect(await shift()).toBeLessThan(0.02);
    expect(loads).toBe(2);
    await page.goto("/schedule");
    await expect(page.getByText("Times are yours (Los Angeles)")).toBeVisible();
    expect(loads).toBe(3);
  });

  test("a visitor who came by another page finds the reader's own days behind the link", async ({
    page,
  }) => {
    await page.goto("/browse");
    await scriptsRun(page);
    await page.getByRole("link", { name: "Schedule" }).filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Schedule" })).toBeVisible();
    await expect(page.getByText("Times are yours (Los Angeles)")).toBeVisible();
  });
});

test("the schedule of the list and that of everybody are one choice, which Back takes back", async ({
  page,
  context,
}) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", {
    data: { animeId: ONE_PIECE, type: "Watching" },
  });
  await context.request.post("/api/user/sitePreferences", { data: { theme: "light" } });
  await page.goto("/schedule");
  await scriptsRun(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const all = await broadcasts(page).count();
  expect(all).toBeGreaterThan(1);
  const which = page.getByRole("navigation", { name: "Which titles" });
  await which.getByRole("link", { name: "My list" }).click();
  await expect(which.getByRole("link", { name: "My list" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expect(broadcasts(page)).toHaveCount(1);
  await expect(days(page)).toHaveCount(7);
  expect(await seriousFaults(page)).toEqual([]);
  await page.goBack();
  await expect(broadcasts(page)).toHaveCount(all);
  await context.request.delete("/api/user/watchList", { data: { animeId: ONE_PIECE } });
  await context.request.post("/api/user/watchList", {
    data: { animeId: FRIEREN, type: "Completed" },
  });
  await page.goto("/schedule?show=mine");
  await expect(broadcasts(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Nothing of your list");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, knownZone: null });

  test("the week is in the stations' time, another zone is a form, and the calendar is a link", async ({
    page,
  }) => {
    await page.goto("/schedule");
    await expect(page.getByText("Times are Japan's")).toBeVisible();
    await expect(days(page)).toHaveCount(7);
    await page.getByRole("combobox", { name: "Time zone" }).selectOption("America/New_York");
    await page.getByRole("button", { name: "Set zone" }).click();
    await expect(page).toHaveURL(/tz=America(%2F|\/)New_York/);
    await expect(page.getByText("Times as in New York")).toBeVisible();
    const calendar = await page.request.get(
      (await page.getByRole("link", { name: /calendar/i }).getAttribute("href")) ?? "",
    );
    expect(calendar.headers()["content-type"]).toContain("text/calendar");
  });
});
