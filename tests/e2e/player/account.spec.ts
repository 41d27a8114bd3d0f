import { expect, test } from "@playwright/test";
import { MATURE_TITLE_ID } from "../support/sample-episodes";
import {
  getCollections,
  LAST_EPISODE,
  openEpisode,
  openSubtitles,
  getSavedPosition,
  signUpInNewContext,
  timeOf,
  video,
  watchFrom,
} from "../support/watching";

test.describe("a signed-in user", () => {
  test("gets the title as Watching on first play, and can undo that @main", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    await page.keyboard.press("k");
    const toast = page.getByRole("status").filter({ hasText: "Lantern Road added to Watching." });
    await expect(toast).toBeVisible();
    expect(await getCollections(context)).toEqual(["Watching"]);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(toast).toBeHidden();
    await expect.poll(() => getCollections(context)).toEqual([]);
    await context.close();
  });

  test("completes the title with its last episode and offers to rate it", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    await context.request.post("/api/user/watchlist/seen", {
      data: { animeId: 2_000_000_001, episode: 1, seen: true },
    });
    const page = await context.newPage();
    await openEpisode(page, LAST_EPISODE);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.2);
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("You’ve finished Lantern Road.")).toBeVisible();
    expect(await getCollections(context)).toEqual(["Completed"]);
    await page.getByRole("link", { name: "Rate it" }).click();
    await page
      .getByRole("combobox", { name: "Your score for Lantern Road" })
      .selectOption({ label: "9" });
    await expect(page.getByRole("status")).toContainText("Lantern Road rated 9.");
    await context.close();
  });

  test("keeps player settings across browsers", async ({ browser, baseURL }) => {
    const { person: user, context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    const saved = page.waitForResponse((response) =>
      response.url().endsWith("/api/user/sitePreferences"),
    );
    await page.keyboard.press(">");
    await page.keyboard.press("c");
    expect((await saved).status()).toBe(200);
    const other = await browser.newContext({ baseURL });
    await other.request.post("/api/auth/signin", { data: user });
    const otherPage = await other.newPage();
    await openEpisode(otherPage);
    expect(
      await video(otherPage).evaluate((element: HTMLVideoElement) => element.playbackRate),
    ).toBe(1.25);
    await openSubtitles(otherPage);
    await expect(otherPage.getByRole("radio", { name: "English", exact: true })).toBeChecked();
    await Promise.all([context.close(), other.close()]);
  });

  test("gets the visitor's progress after signing in on any page", async ({ browser, baseURL }) => {
    const { person: user, context: otherPage } = await signUpInNewContext(browser, baseURL);
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await watchFrom(page, 3);
    await page.goto("/signin?returnTo=/browse");
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/browse/);
    await expect.poll(() => getSavedPosition(otherPage)).toBeGreaterThan(11.9);
    await Promise.all([context.close(), otherPage.close()]);
  });

  test("keeps progress made while offline", async ({ browser, baseURL }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    await page.keyboard.press("k");
    await expect.poll(() => getSavedPosition(context)).toBeGreaterThan(0);
    // Saving is all that fails, so buffered media plays on; the beacon on leaving is lost.
    await page.route("**/api/user/progress", (route) => route.abort());
    await page.keyboard.press("5");
    await timeOf(page).toBeGreaterThan(20.2);
    await page.keyboard.press("k");
    const cookies = await context.cookies();
    // A request of a page that is being left can escape the route.
    await context.clearCookies();
    await page.goto("about:blank");
    await context.addCookies(cookies);
    expect(await getSavedPosition(context)).toBeLessThan(19);
    await page.unroute("**/api/user/progress");
    await openEpisode(page);
    await timeOf(page).toBeGreaterThan(20);
    await expect.poll(() => getSavedPosition(context)).toBeGreaterThan(20);
    await context.close();
  });

  test("cannot see a mature title's player until parental control is off", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    const hidden = await page.goto(`/watch/${MATURE_TITLE_ID}/1`);
    expect(hidden?.status()).toBe(403);
    await expect(page.locator("video")).toHaveCount(0);
    expect(await page.content()).not.toContain("Behind the Curtain");
    await context.request.post("/api/saveUserPreferences", { data: { parentalControl: false } });
    await openEpisode(page, `/watch/${MATURE_TITLE_ID}/1`);
    await context.close();
  });
});
