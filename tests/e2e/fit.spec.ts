import type { Page } from "@playwright/test";
import { signUp } from "./support/sign-up";
import { expect, test, waitForHydration } from "./support/fixtures";
import { SAMPLE_TITLE } from "./support/sample-episodes";
import { findMisfits } from "./support/measure-controls";

const WIDTHS = [320, 360, 390, 768, 1440];
const OPEN_PAGES = [
  "/",
  "/browse?order_by=newest",
  "/browse?search_query=demon+slayer",
  "/studio/Madhouse",
  "/season/2022/fall",
  "/watch/52991/1",
  "/signin",
  "/signup",
  "/nowhere",
  "/docs",
];
const OWN_PAGES = [
  "/",
  "/watch/52991/1",
  "/list",
  "/profile",
  "/settings",
  "/settings/searches",
  "/settings/two-factor",
  "/confirm",
  "/history",
  "/list/history",
  "/signup/profile",
  "/signup/tastes?edit=1",
  "/offline",
];

async function checkFit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      if (path !== "/offline") await waitForHydration(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await findMisfits(page), `${path} at ${String(width)} px`).toEqual([]);
      }
    });
}

for (const locale of ["en", "es"]) {
  test(`controls fit every screen and fingertip: ${locale}`, async ({ page, baseURL }) => {
    const value = `locale=${locale}`;
    await page.context().addCookies([{ name: "akari_visitor", value, url: baseURL ?? "" }]);
    await checkFit(page, OPEN_PAGES);
    await signUp(page);
    await page.request.post("/api/user/sitePreferences", { data: { locale, publicProfile: true } });
    await page.request.post("/api/user/watchlist/seen", {
      data: { animeId: 52991, episodes: 2 },
    });
    // A title of more than one line on a phone.
    await page.request.post("/api/user/watchlist/seen", {
      data: { animeId: 5114, episodes: 2 },
    });
    // The next episode plays here.
    await page.request.post("/api/user/watchlist/seen", {
      data: { animeId: SAMPLE_TITLE, episodes: 1 },
    });
    await page.request.post("/api/user/searchHistory", { data: { query: "frieren" } });
    await checkFit(page, OWN_PAGES);
  });
}

test("the tastes of a new account take less than two screens of a phone @phone", async ({
  page,
}) => {
  await signUp(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/signup/tastes");
  const button = await page.getByRole("button", { name: "Save and finish" }).boundingBox();
  expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(2 * 844 - 200);
  // Titles beyond the screen's side are reached with the keyboard, too.
  const titles = page.getByRole("checkbox", { name: /^Favourite: / });
  await titles.last().focus();
  await expect(titles.last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Space");
  await expect(titles.last()).toBeChecked();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a control that needs scripts leaves no hole, and watching is recorded", async ({
    page,
  }) => {
    await page.goto("/watch/52991/1");
    const link = page.getByRole("link", { name: "Sign in to mark it as watched" });
    const text = page.getByText("You can still track it");
    const [above, below] = [await text.boundingBox(), await link.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(24);
    await signUp(page);
    await page.goto("/watch/52991/1");
    await page.getByRole("button", { name: "Mark as watched" }).click();
    await expect(page).toHaveURL("/watch/52991/1");
    await expect(page.getByRole("button", { name: "Watched" })).toBeVisible();
    await page.goto("/history");
    await expect(page.getByText("Episode 1", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("button", { name: /^Redo the change/ }).click();
    await expect(page.getByRole("button", { name: /^Undo the change/ })).toBeVisible();
  });
});
