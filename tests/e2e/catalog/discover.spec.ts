import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test as base, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";
import { renderAtOnce } from "../support/render-at-once";

/** The only one whose jobs run. */
const server = startOwnServer(() => ({ JOBS: "on" }));
const test = base.extend({
  context: async ({ browser, javaScriptEnabled }, run) => {
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled });
    await run(context);
    await context.close();
  },
});

/** The title with a score, Cowboy Bebop. */
const LIKED = 1;

async function startWithTaste(page: Page): Promise<void> {
  await signUp(page);
  const entry = await page.request.patch("/api/user/watchlist/entry", {
    data: { animeId: LIKED, state: "completed", score: 90 },
  });
  expect(entry.status()).toBe(200);
  await page.goto("/discover");
  await expect(page.getByRole("article").first()).toBeVisible();
}

const names = (page: Page) =>
  page.getByRole("article").evaluateAll((items) => items.map((item) => item.ariaLabel ?? ""));

test("suggestions say why, and their buttons can be undone", async ({ page }) => {
  await startWithTaste(page);
  await waitForHydration(page);
  const first = page.getByRole("article").first();
  await expect(first.getByText("Because you rated Cowboy Bebop 9")).toBeVisible();
  const [name = ""] = await names(page);
  await renderAtOnce(page, () => first.getByRole("button", { name: `Not this: ${name}` }).click());
  await expect(page.getByRole("article", { name, exact: true })).toHaveCount(0);
  await expect(page.getByText(`${name} won’t be suggested again.`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Seen it: ${name}`, exact: true }).click();
  await expect(page.getByRole("article", { name, exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
});

test("Home has a rail of suggestions with reasons", async ({ page }) => {
  await startWithTaste(page);
  await page.goto("/");
  const rail = page.getByRole("region", { name: "Suggestions" });
  await expect(rail.getByText("Because you rated Cowboy Bebop 9").first()).toBeVisible();
  await rail.getByRole("link", { name: "All suggestions" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Suggestions");
});

test("suggestions are chosen by mood and refused with the keyboard alone", async ({ page }) => {
  await startWithTaste(page);
  await waitForHydration(page);
  const tonight = page.getByRole("link", { name: "Something short tonight" });
  await tabTo(page, tonight);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/length=evening&airing=finished/);
  await expect(page.getByLabel("Length")).toHaveValue("evening");
  await page.goto("/discover");
  await waitForHydration(page);
  const [name = ""] = await names(page);
  const less = page.getByRole("button", { name: `Less like this: ${name}`, exact: true });
  await tabTo(page, less, 90);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Fewer titles like ${name} will be suggested.`)).toBeVisible();
});

test("a phone has one row of controls before the first suggestion, a new account none", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUp(page);
  await page.goto("/discover");
  await expect(page.getByRole("heading", { name: "No suggestions yet" })).toBeVisible();
  const filters = page.getByRole("button", { name: /^Filters/ });
  await expect(filters).toHaveCount(0);
  await startWithTaste(page);
  await waitForHydration(page);
  expect((await page.getByRole("article").first().boundingBox())?.y).toBeLessThan(290);
  await expect(page.getByLabel("Length")).toBeHidden();
  await filters.click();
  await page.getByLabel("Length").selectOption("evening");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(/length=evening/);
  await expect(page.getByLabel("Length")).toBeHidden();
  await expect(filters).toHaveAccessibleName("Filters (1)");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("suggestions wait with a link, and their forms work", async ({ page }) => {
    await signUp(page);
    await page.request.patch("/api/user/watchlist/entry", {
      data: { animeId: LIKED, state: "completed", score: 90 },
    });
    await expect(async () => {
      await page.goto("/discover");
      await expect(page.getByRole("article").first()).toBeVisible({ timeout: 500 });
    }).toPass();
    const [name = ""] = await names(page);
    await page.getByRole("button", { name: `Not this: ${name}`, exact: true }).click();
    await expect(page.getByText(`${name} won’t be suggested again.`)).toBeVisible();
    await expect(page.getByRole("article", { name, exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
    await page.getByLabel("Era").selectOption("2010s");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/era=2010s/);
  });
});
