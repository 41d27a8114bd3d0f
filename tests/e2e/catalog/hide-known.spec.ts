import type { BrowserContext, Page } from "@playwright/test";
import { signUp } from "../support/sign-up";
import { expect, test, waitForHydration } from "../support/fixtures";

const FRIEREN = 52991;

async function signUpWithFrieren(context: BrowserContext): Promise<void> {
  await signUp(context);
  const response = await context.request.patch("/api/user/watchlist/entry", {
    data: { animeId: FRIEREN, state: "completed" },
  });
  expect(response.ok()).toBe(true);
}

const results = (page: Page) => page.getByRole("region", { name: "Results" });
const frieren = (page: Page) => results(page).locator(`a[href^="/anime/${FRIEREN}/"]`);
const chip = (page: Page) => page.getByRole("link", { name: "Remove Not seen yet" });
const settings = (page: Page) => page.getByRole("form", { name: "Hide what I know" });

/** The filters are a sheet on phones. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Filters/ });
  if (await button.isVisible()) await button.click();
}

test("a default hides what the user has seen, and a page shows it again", async ({
  page,
  context,
}) => {
  await signUpWithFrieren(context);
  await page.goto("/browse?search_query=frieren");
  await waitForHydration(page);
  await expect(frieren(page)).toBeVisible();

  await page.goto("/settings");
  await waitForHydration(page);
  await settings(page).getByRole("checkbox", { name: "Seen", exact: true }).check();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
  await page.reload();
  await expect(settings(page).getByRole("checkbox", { name: "Seen", exact: true })).toBeChecked();

  await page.goto("/browse?search_query=frieren");
  await waitForHydration(page);
  await expect(chip(page)).toBeVisible();
  await expect(frieren(page)).toHaveCount(0);
  await chip(page).click();
  await expect(page).toHaveURL(/hide=none/);
  await expect(frieren(page)).toBeVisible();

  await openFilters(page);
  await page
    .getByRole("form", { name: "Filters" })
    .getByRole("group", { name: "Hide what I know" })
    .getByRole("checkbox", { name: "Seen", exact: true })
    .check();
  await expect(page).toHaveURL(/hide=seen/);
  await expect(frieren(page)).toHaveCount(0);
});

test("a card for each franchise leads to its titles @phone-nightly", async ({ page }) => {
  await page.goto("/browse?order_by=popularity");
  await waitForHydration(page);
  await openFilters(page);
  await page.getByRole("checkbox", { name: "One card per franchise" }).check();
  await expect(page).toHaveURL(/franchises=collapse/);
  await expect(page.getByText(/^[\d,]+ franchises$/)).toBeVisible();
  const close = page.getByRole("button", { name: /^Show [\d,]+ franchises/ });
  if (await close.isVisible()) await close.click();
  const more = results(page).getByRole("link", { name: /more titles? of the franchise/ });
  await more.first().click();
  await expect(page).toHaveURL(/\/franchise\/\d+/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("forms and links hide what the user knows", async ({ page, context }) => {
    await signUpWithFrieren(context);
    await page.goto("/browse?search_query=frieren&hide=seen");
    await expect(frieren(page)).toHaveCount(0);
    await chip(page).click();
    await expect(frieren(page)).toBeVisible();
    await page.goto("/settings");
    await settings(page).getByRole("checkbox", { name: "Seen", exact: true }).check();
    await settings(page).getByRole("button", { name: "Save what is hidden" }).click();
    await page.goto("/genre/Fantasy");
    const shown = page.getByText(/titles?, best first|titles/).first();
    const hiding = await shown.textContent();
    await page.getByRole("link", { name: "Show what I know" }).click();
    await expect(page).toHaveURL("/genre/Fantasy?hide=none");
    await expect(page.getByRole("link", { name: "Hide what I know" })).toBeVisible();
    expect(await shown.textContent()).not.toBe(hiding);
  });
});
