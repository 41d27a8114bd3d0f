import type { Browser, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { openEpisode, paused, time, timeOf, video, waitUntilPlayable } from "../support/watching";

// Two browsers play in most of these tests, at the speed of real time.
test.describe.configure({ timeout: 120_000 });

const IN_STEP_SECONDS = 0.5;

/** The video's time, and when it was read by the machine's clock, in seconds. */
const readMoment = (page: Page) =>
  video(page).evaluate((element: HTMLVideoElement) => ({
    time: element.currentTime,
    at: (performance.timeOrigin + performance.now()) / 1000,
    isMoving: !element.paused && !element.seeking && element.readyState >= 3,
  }));

/** Returns null unless both play: a page that seeks or buffers has no moment to compare. */
async function gap(one: Page, other: Page): Promise<number | null> {
  const [first, second] = await Promise.all([readMoment(one), readMoment(other)]);
  if (!first.isMoving || !second.isMoving) return null;
  return Math.abs(first.time - first.at - (second.time - second.at));
}

const IN_STEP_READINGS = 5;

/** Waits until two viewers are in step, for several readings in a row while both play. */
async function expectInStep(one: Page, other: Page): Promise<void> {
  let readings = 0;
  await expect
    .poll(
      async () => {
        const seconds = await gap(one, other);
        if (seconds !== null) readings = seconds < IN_STEP_SECONDS ? readings + 1 : 0;
        return readings;
      },
      // Two players share the cores, and each that buffers begins the readings anew.
      { timeout: 45_000 },
    )
    .toBeGreaterThanOrEqual(IN_STEP_READINGS);
}

const status = (page: Page) =>
  page.getByRole("region", { name: "Watch together" }).getByRole("status");
const members = (page: Page) =>
  page.getByRole("region", { name: "Watch together" }).getByRole("listitem");

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });

async function say(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await message(page).press("Enter");
}

/** Browsers play sound only after the viewer has touched the page. */
const touch = (page: Page) => page.getByRole("heading", { level: 1 }).click();

async function createRoom(page: Page): Promise<void> {
  await openEpisode(page);
  await page.getByRole("button", { name: "Watch together" }).click();
  await page.waitForURL(/\/room\/[\w-]{22}$/);
  await waitUntilPlayable(page);
  await expect(members(page)).toHaveText([/Guest 1 \(you\)/]);
  await touch(page);
}

async function join(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await waitUntilPlayable(page);
  await expect(status(page)).not.toHaveText("Connecting…");
  await touch(page);
  return page;
}

test("viewers of a room see the same moment after play, pause, seek and a reload @main", async ({
  page: ana,
  browser,
}) => {
  await createRoom(ana);
  const ben = await join(browser, ana.url());
  await expect(members(ana)).toHaveText([/Guest 1 \(you\)\s*Host/, /Guest 2/]);

  await ana.keyboard.press("k");
  await expectInStep(ana, ben);
  await expect(status(ben)).toHaveText("Guest 1 pressed play.");

  await expect(async () => {
    // While Ben's playback buffers, the key means play.
    if (!(await paused(ben))) await ben.keyboard.press("k");
    await expect(status(ana)).toHaveText("Guest 2 paused.", { timeout: 5_000 });
  }).toPass();
  await expect.poll(() => paused(ana)).toBe(true);
  await timeOf(ana).toBeCloseTo(await time(ben), 0);

  await ana.keyboard.press("5");
  await timeOf(ben).toBeGreaterThan(19);
  await timeOf(ben).toBeCloseTo(await time(ana), 0);

  await ben.reload();
  await waitUntilPlayable(ben);
  await expect(members(ben)).toHaveText([/Guest 1/, /Guest 2 \(you\)/]);
  await timeOf(ben).toBeCloseTo(await time(ana), 0);
  await touch(ben);
  await ben.keyboard.press("k");
  await expectInStep(ana, ben);
  await ana.keyboard.press("2");
  await expectInStep(ana, ben);

  await ben.getByRole("button", { name: "Leave room" }).click();
  await ben.waitForURL(/\/watch\//);
  await expect(members(ana)).toHaveCount(1);
  await ben.context().close();
});

test("a room waits for a member whose playback buffers @nightly", async ({
  page: ana,
  browser,
}) => {
  await createRoom(ana);
  const context = await browser.newContext();
  const ben = await context.newPage();
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let count = 0;
  // The first segments arrive, the others not before they are released.
  await context.route(/\.(?:m4s|ts)(?:$|\?|&)/, async (route) => {
    count += 1;
    if (count > 3) await released;
    await route.continue();
  });
  await ben.goto(ana.url());
  await waitUntilPlayable(ben);
  await expect(members(ana)).toHaveCount(2);
  await touch(ben);
  await ana.keyboard.press("k");
  await expect(status(ana)).toHaveText("Waiting for Guest 2…");
  await expect.poll(() => paused(ana)).toBe(true);
  release();
  await expectInStep(ana, ben);
  await expect(status(ana)).not.toHaveText("Waiting for Guest 2…");
  await context.close();
});

test("only the host controls a room on request, and turns on its chat", async ({
  page: ana,
  browser,
}) => {
  await createRoom(ana);
  const ben = await join(browser, ana.url());
  await ana.getByRole("button", { name: "Only I control playback" }).click();
  await expect(ben.getByText("Only the host can play, pause and seek.")).toBeVisible();
  await ana.keyboard.press("k");
  await expectInStep(ana, ben);
  await ben.keyboard.press("k");
  await expect(status(ben)).toHaveText("Only Guest 1 can play, pause and seek in this room.");
  await expectInStep(ana, ben);

  await expect(message(ben)).toHaveCount(0);
  await ana.getByRole("button", { name: "Turn on chat" }).click();
  await say(ben, "Hello <3");
  await expect(ana.getByRole("log")).toHaveText("Guest 2 Hello <3");
  await ben.getByRole("textbox", { name: "Your name" }).fill("Ben");
  await ben.getByRole("button", { name: "Save name" }).click();
  await expect(members(ana).nth(1)).toHaveText("Ben (guest)");
  expect(await seriousViolations(ana)).toEqual([]);

  let count = 0;
  await expect(async () => {
    await touch(ben);
    await ben.keyboard.press("k");
    await expect(status(ben)).toHaveText(/^Only Guest 1 can/);
    count += 1;
    await say(ana, `Message ${count}`);
    await expect(ben.getByRole("log")).toContainText(`Message ${count}`);
    // Changes of the room do not hide why the key did nothing.
    expect(await status(ben).textContent()).toMatch(/^Only Guest 1 can/);
  }).toPass();
  await ben.context().close();
});

test("a change that fails says so, and a message stays in its field", async ({
  page: ana,
  browser,
}) => {
  await createRoom(ana);
  const ben = await join(browser, ana.url());
  await ana.getByRole("button", { name: "Turn on chat" }).click();
  await expect(message(ben)).toBeVisible();
  const isSaying = (data: string | null) => data?.includes('"say"') === true;
  await ben.route(/\/live$/, (route, request) =>
    isSaying(request.postData()) ? route.abort() : route.continue(),
  );
  await say(ben, "Hello");
  await expect(status(ben)).toHaveText("Couldn’t reach the room. Try again.");
  await expect(message(ben)).toHaveValue("Hello");

  await ben.unroute(/\/live$/);
  await message(ben).press("Enter");
  await expect(ana.getByRole("log")).toHaveText("Guest 2 Hello");
  await expect(message(ben)).toHaveValue("");
  await expect(status(ben)).not.toHaveText(/^Couldn’t/);
  await ben.context().close();
});

test("the next episode, and one of the list, opens for all members @nightly", async ({
  page: ana,
  browser,
}) => {
  await createRoom(ana);
  const ben = await join(browser, ana.url());
  await ben.getByRole("button", { name: "Next", exact: true }).click();
  await expect(ana.getByRole("heading", { level: 1 })).toContainText("2.");
  await expectInStep(ana, ben);
  const list = ana.getByRole("navigation", { name: "Episodes" });
  await expect(list.locator("[aria-current]")).toContainText("2");
  await list.getByRole("button", { name: /^1\b/ }).click();
  await expect(ben.getByRole("heading", { level: 1 })).toContainText("1.");
  await ben.context().close();
});

test("a room that does not exist says so", async ({ page }) => {
  await page.goto("/room/AAAAAAAAAAAAAAAAAAAAAA");
  await waitForHydration(page);
  await expect(page.getByText("This room doesn’t exist or has ended.")).toBeVisible();
});

test("without scripts a room has forms, and a link to its place", async ({
  browser,
  page: ana,
}) => {
  await createRoom(ana);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(ana.url());
  await plain.getByRole("button", { name: "Play", exact: true }).click();
  await expect(plain.getByText(/^Playing, now at/)).toBeVisible();
  await expect.poll(() => paused(ana)).toBe(false);
  await plain.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(plain.getByText(/^Paused at/)).toBeVisible();
  await expect.poll(() => paused(ana)).toBe(true);
  await plain.getByRole("textbox", { name: "Your name" }).fill("Ben");
  await plain.getByRole("button", { name: "Save name" }).click();
  await expect(members(plain).nth(1)).toHaveText("Ben (guest) (you)");
  await expect(members(ana).nth(1)).toHaveText("Ben (guest)");
  await expect(plain.getByRole("link", { name: /^Open the episode at/ })).toBeVisible();
  const episodes = plain.getByRole("navigation", { name: "Episodes" });
  await episodes.getByRole("button", { name: /^2\b/ }).click();
  await expect(ana.getByRole("heading", { level: 1 })).toContainText("2.");
  await context.close();
});
