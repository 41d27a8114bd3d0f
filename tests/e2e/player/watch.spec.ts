import { expect, test } from "@playwright/test";
import {
  chooseSubtitles,
  getCollections,
  FIRST_EPISODE,
  openEpisode as open,
  paused,
  getSavedPosition,
  signUpInNewContext,
  time,
  timeOf,
  video,
  watchFrom,
} from "../support/watching";
import { signUp } from "../support/sign-up";

test.describe("an episode", () => {
  test("plays, seeks and follows shortcuts, without errors or CSP violations @main", async ({
    page,
  }) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await open(page);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("The First Light");
    await expect(page.getByRole("navigation", { name: "Episodes" }).getByRole("link")).toHaveCount(
      2,
    );

    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.5);
    await page.keyboard.press("k");
    await expect.poll(() => paused(page)).toBe(true);
    await page.keyboard.press("5");
    await timeOf(page).toBeCloseTo(20, 0);
    await page.keyboard.press("l");
    await timeOf(page).toBeCloseTo(30, 0);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowLeft");
    await timeOf(page).toBeCloseTo(15, 0);
    await page.keyboard.press("m");
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
    await page.keyboard.press(">");
    expect(await video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(
      1.25,
    );
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");

    await page.keyboard.press("c");
    await expect(page.locator(".player-subtitles p").first()).not.toBeEmpty();
    await page.getByRole("button", { name: "Player settings" }).click();
    await page.getByRole("combobox", { name: "Quality" }).selectOption({ label: "180p" });
    await page.keyboard.press("Escape");
    await chooseSubtitles(page, "Off");
    await expect(page.locator(".player-subtitles p")).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test("ignores shortcuts while typing", async ({ page }) => {
    await open(page);
    await page.getByLabel("Search titles").focus();
    await page.keyboard.type("k5");
    expect(await paused(page)).toBe(true);
    expect(await time(page)).toBe(0);
  });

  test("resumes where a visitor stopped, after a reload @main", async ({ page }) => {
    await watchFrom(page, 5);
    await open(page);
    await timeOf(page).toBeGreaterThan(19.5);
    await timeOf(page).toBeLessThan(25);
  });

  test("resumes in another browser, and appears on Home and My list", async ({
    browser,
    baseURL,
  }) => {
    const { person: user, context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    await watchFrom(page, 5);
    await expect.poll(() => getSavedPosition(context, 2000000001)).toBeGreaterThan(20);
    expect(await getCollections(context)).toEqual(["Watching"]);

    await page.goto("/");
    const onward = page.getByRole("region", { name: "Continue watching" });
    await expect(onward.getByRole("link", { name: /^Play/ })).toHaveAttribute(
      "href",
      FIRST_EPISODE,
    );
    await context.request.patch("/api/user/watchlist/entry", {
      data: { animeId: 2000000001, state: null },
    });
    await page.reload();
    await onward.getByRole("button", { name: /Remove/ }).click();
    await onward.getByRole("button", { name: "Undo" }).click();
    await expect(onward.getByRole("link", { name: /^Play/ })).toBeVisible();
    await page.goto("/anime/2000000001/lantern-road");
    await expect(page.getByText(/\d\d% watched/)).toBeAttached();

    const other = await browser.newContext({ baseURL });
    await other.request.post("/api/auth/signin", { data: user });
    const otherPage = await other.newPage();
    await open(otherPage);
    await timeOf(otherPage).toBeGreaterThan(19.5);
    await Promise.all([context.close(), other.close()]);
  });

  test("saves the last position also when the first one was slow to arrive", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const firstRequest = page.waitForRequest("**/api/user/progress");
    await page.route(
      "**/api/user/progress",
      async (route) => {
        await arrived;
        await route.continue();
      },
      { times: 1 },
    );
    await watchFrom(page, 5);
    await firstRequest;
    arrive();
    await expect.poll(() => getSavedPosition(context, 2000000001)).toBeGreaterThan(20);
    await context.close();
  });

  test("saves a paused position although a request got no response and the next one failed", async ({
    browser,
    baseURL,
  }) => {
    const { context } = await signUpInNewContext(browser, baseURL);
    const page = await context.newPage();
    let count = 0;
    await page.route("**/api/user/progress", async (route) => {
      count += 1;
      if (count === 2) await route.fulfill({ status: 503 });
      else if (count > 2) await route.continue();
    });
    await watchFrom(page, 5);
    await expect.poll(() => getSavedPosition(context, 2000000001)).toBeGreaterThan(20);
    expect(count).toBeGreaterThan(2);
    await context.close();
  });

  test("moves a visitor's progress into the account", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await watchFrom(page, 3);
    await signUp(context);
    await page.reload();
    await expect.poll(() => getSavedPosition(context)).toBeGreaterThan(11.9);
    await context.close();
  });

  test("is marked watched near its end and offers the next one, which can be declined @main", async ({
    page,
  }) => {
    await open(page);
    await page.keyboard.press("k");
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("group", { name: "Next episode" })).toBeVisible();
    await expect(
      page.getByRole("navigation", { name: "Episodes" }).getByText("Watched"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("group", { name: "Next episode" })).toBeHidden();
    await page.keyboard.press("Shift+N");
    await expect(page).toHaveURL(/\/watch\/2000000001\/2$/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Where the Road Ends");
  });

  test("shows a message when the stream fails, and retries @main", async ({ page }) => {
    let isOffline = true;
    await page.route("**/media/demo/1/master.m3u8", (route) =>
      isOffline ? route.fulfill({ status: 404, body: "" }) : route.continue(),
    );
    await page.goto(FIRST_EPISODE);
    await expect(page.getByRole("alert")).toContainText("The stream couldn’t be found");
    isOffline = false;
    await page.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState))
      .toBeGreaterThanOrEqual(3);
    await expect(page.getByRole("alert")).toBeHidden();
  });
});

test("an episode without a source can be marked as watched, also without JavaScript @main", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(FIRST_EPISODE);
  expect(await page.locator("main noscript").innerHTML()).toContain("The player needs JavaScript");
  await expect(page.getByRole("navigation", { name: "Episodes" }).getByRole("link")).toHaveCount(2);
  const without = await context.request.get("/api/episodes?id=5114&limit=1");
  const [episode] = ((await without.json()) as { data: { episode_id: number }[] }).data;
  const path = `/watch/5114/${episode?.episode_id ?? 1}`;
  await page.goto(path);
  await expect(
    page.getByRole("heading", { name: "This episode can’t be played here" }),
  ).toBeVisible();
  expect(await page.content()).not.toContain("npm run");
  await expect(page.getByRole("button", { name: "Mark as watched" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Sign in to mark it as watched" })).toHaveAttribute(
    "href",
    `/signin?returnTo=${encodeURIComponent(path)}`,
  );
  await signUp(context);
  await page.goto(path);
  await page.getByRole("button", { name: "Mark as watched" }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("button", { name: "Watched" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.getByRole("button", { name: "Watched" }).click();
  await expect(page.getByRole("button", { name: "Mark as watched" })).toBeVisible();
  expect((await page.goto("/watch/2000000001/99"))?.status()).toBe(404);
  await context.close();
});
