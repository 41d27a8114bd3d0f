import { expect, test } from "@playwright/test";
import { MATURE } from "../support/trials";
import {
  collections,
  LAST,
  openEpisode,
  savedPosition,
  signUpElsewhere,
  timeOf,
  video,
  watchSome,
} from "../support/watching";

test.describe("a person's account", () => {
  test.skip(({ isMobile }) => isMobile, "The same on a phone.");

  test("gets the title as Watching with the first play, and takes it back with Undo", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpElsewhere(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    await page.keyboard.press("k");
    const toast = page.getByRole("status").filter({ hasText: "Lantern Road is in Watching now." });
    await expect(toast).toBeVisible();
    expect(await collections(context)).toEqual(["Watching"]);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(toast).toBeHidden();
    expect(await collections(context)).toEqual([]);
    await context.close();
  });

  test("is offered Completed after the last episode, with Undo", async ({ browser, baseURL }) => {
    const { context } = await signUpElsewhere(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page, LAST);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.2);
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("That was the last episode of Lantern Road.")).toBeVisible();
    await page.getByRole("button", { name: "Move to Completed" }).click();
    await expect(page.getByText("Lantern Road is in Completed.")).toBeVisible();
    expect(await collections(context)).toEqual(["Completed"]);
    await page
      .getByRole("status")
      .filter({ hasText: "is in Completed" })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByText("That was the last episode of Lantern Road.")).toBeVisible();
    expect(await collections(context)).toEqual(["Watching"]);
    await context.close();
  });

  test("remembers how its person plays, for the next browser", async ({ browser, baseURL }) => {
    const { person, context } = await signUpElsewhere(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    const kept = page.waitForResponse((response) =>
      response.url().endsWith("/api/user/sitePreferences"),
    );
    await page.keyboard.press(">");
    await page.keyboard.press("c");
    expect((await kept).status()).toBe(200);
    const other = await browser.newContext({ baseURL });
    await other.request.post("/api/auth/signin", { data: person });
    const elsewhere = await other.newPage();
    await openEpisode(elsewhere);
    expect(
      await video(elsewhere).evaluate((element: HTMLVideoElement) => element.playbackRate),
    ).toBe(1.25);
    await expect(elsewhere.getByRole("button", { name: "Subtitles" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await Promise.all([context.close(), other.close()]);
  });

  test("gets what a visitor has watched on whatever page comes after signing in", async ({
    browser,
    baseURL,
  }) => {
    const { person, context: elsewhere } = await signUpElsewhere(browser, baseURL);
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await watchSome(page, 3);
    await page.goto("/signin?returnTo=/browse");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/browse/);
    await expect.poll(() => savedPosition(elsewhere)).toBeGreaterThan(11.9);
    await Promise.all([context.close(), elsewhere.close()]);
  });

  test("keeps what was watched while the connection was away", async ({ browser, baseURL }) => {
    const { context } = await signUpElsewhere(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    await page.keyboard.press("k");
    await expect.poll(() => savedPosition(context)).toBeGreaterThan(0);
    // Only saving is away, so what is buffered plays on; leaving then sends a beacon that nobody gets.
    await page.route("**/api/user/progress", (route) => route.abort());
    await page.keyboard.press("5");
    await timeOf(page).toBeGreaterThan(20.2);
    await page.keyboard.press("k");
    await page.goto("about:blank");
    expect(await savedPosition(context)).toBeLessThan(19);
    await page.unroute("**/api/user/progress");
    await openEpisode(page);
    await timeOf(page).toBeGreaterThan(20);
    await expect.poll(() => savedPosition(context)).toBeGreaterThan(20);
    await context.close();
  });

  test("hides a mature title's player until parental control is off", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpElsewhere(browser, baseURL);
    const page = await context.newPage();
    const hidden = await page.goto(`/watch/${MATURE}/1`);
    expect(hidden?.status()).toBe(403);
    await expect(page.locator("video")).toHaveCount(0);
    expect(await page.content()).not.toContain("Behind the Curtain");
    await context.request.post("/api/saveUserPreferences", { data: { parentalControl: false } });
    await openEpisode(page, `/watch/${MATURE}/1`);
    await context.close();
  });
});
