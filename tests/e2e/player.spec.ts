import { expect, test, type Page } from "@playwright/test";
import { seriousFaults } from "./support/axe";
import { EPISODE, MATURE, TRIALS } from "./support/trials";
import { canPlay, openEpisode, openSettings, paused, signUp, time, timeOf, video } from "./support/watching";

const path = (episode: keyof typeof EPISODE) => `/watch/${TRIALS}/${EPISODE[episode]}`;
const LAST = "/watch/2000000001/2";

test.describe("with a mouse and keys", () => {
  test.skip(({ isMobile }) => isMobile, "The keyboard is the desktop's.");

  test("the picture fills the screen and comes back", async ({ page }) => {
    await openEpisode(page);
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("player");
    await page.getByRole("button", { name: "Leave full screen" }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await video(page).dblclick({ position: { x: 40, y: 40 } });
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("player");
  });

  test("picture-in-picture is asked for from the picture itself", async ({ page }) => {
    await page.addInitScript(() => {
      // A window of the system's is not to be had here; what is asked for is.
      HTMLVideoElement.prototype.requestPictureInPicture = function () {
        document.documentElement.dataset["asked"] = this.getAttribute("aria-label") ?? "";
        this.dispatchEvent(new Event("enterpictureinpicture"));
        return Promise.reject(new Error("no window"));
      };
    });
    await openEpisode(page);
    const button = page.getByRole("button", { name: "Picture in picture" });
    await button.click();
    await expect(page.locator("html")).toHaveAttribute("data-asked", /Lantern Road, Episode 1/);
    await expect(button).toHaveAttribute("aria-pressed", "true");
  });

  test("the system's media keys know what plays and steer it", async ({ page }) => {
    await page.addInitScript(() => {
      const handlers: Record<string, MediaSessionActionHandler | null> = {};
      Object.assign(window, { mediaHandlers: handlers });
      navigator.mediaSession.setActionHandler = (action, handler) => void (handlers[action] = handler);
    });
    await openEpisode(page);
    const press = (action: string, details: object = {}) =>
      page.evaluate(([name, more]) => (window as unknown as { mediaHandlers: Record<string, (details: object) => void> }).mediaHandlers[name]?.({ action: name, ...more }), [action, details] as const);
    expect(await page.evaluate(() => [navigator.mediaSession.metadata?.artist, navigator.mediaSession.metadata?.title])).toEqual(["Lantern Road", "Episode 1: The First Light"]);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.3);
    await press("pause");
    await expect.poll(() => paused(page)).toBe(true);
    await press("seekto", { seekTime: 12 });
    await timeOf(page).toBeCloseTo(12, 0);
    await press("seekforward", {});
    await timeOf(page).toBeCloseTo(22, 0);
    await press("play");
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe("playing");
    await press("nexttrack");
    await expect(page).toHaveURL(LAST);
  });

  test("the table of keys opens with ?, and the keys rest while it is open and while somebody types", async ({ page }) => {
    await openEpisode(page);
    await page.keyboard.press("?");
    const table = page.getByRole("dialog", { name: "Keys" });
    await expect(table).toContainText("Shift + N / Shift + P");
    await page.keyboard.press("k");
    expect(await paused(page)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(table).toBeHidden();
    await page.locator("input[name=search_query]").first().focus();
    await page.keyboard.type("k?5m");
    await expect(table).toBeHidden();
    expect([await paused(page), await time(page)]).toEqual([true, 0]);
  });

  test("pointing at the timeline shows the time and the picture there; dragging goes there once", async ({ page }) => {
    await openEpisode(page, path("fmp4"));
    const slider = page.getByRole("slider", { name: "Position" });
    const box = await slider.boundingBox();
    if (box === null) throw new Error("no slider");
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
    await expect(page.locator(".player-preview")).toContainText("0:06");
    await expect(page.locator(".player-preview canvas")).toBeVisible();
    expect(await time(page)).toBe(0);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 6 });
    expect(await time(page)).toBe(0);
    await page.mouse.up();
    await timeOf(page).toBeCloseTo(9, 0);
  });

  test("an intro can be skipped, by hand and by itself, but never once the viewer has gone back to it", async ({ page }) => {
    await openEpisode(page, path("marked"));
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Skip intro" }).click();
    await timeOf(page).toBeGreaterThanOrEqual(6);
    await page.keyboard.press("k");
    await openSettings(page);
    await page.getByRole("checkbox", { name: "Skip marked intros and outros" }).check();
    await page.keyboard.press("Escape");
    // Back into the middle of it: it plays on.
    await page.keyboard.press("3");
    await timeOf(page).toBeCloseTo(3.6, 0);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(4.3);
    expect(await time(page)).toBeLessThan(6);
    await page.keyboard.press("k");
    // From the start it is skipped, the first time only.
    await page.keyboard.press("0");
    await timeOf(page).toBe(0);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThanOrEqual(6);
    await page.keyboard.press("0");
    await timeOf(page).toBeGreaterThan(2.6);
    expect(await time(page)).toBeLessThan(5.5);
  });

  test("another source goes on at the same place, playing or not", async ({ page }) => {
    await openEpisode(page, path("marked"));
    await page.keyboard.press("7");
    await timeOf(page).toBeCloseTo(8.4, 0);
    const asked = page.waitForRequest((request) => request.url().includes(encodeURIComponent("/fmp4/init.mp4")));
    await openSettings(page);
    await page.getByRole("combobox", { name: "Source" }).selectOption({ label: "Subtitled, other" });
    await asked;
    await timeOf(page).toBeCloseTo(8.4, 0);
    expect(await paused(page)).toBe(true);
    await page.keyboard.press("Escape");
    await canPlay(page);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(8.6);
    await openSettings(page);
    await page.getByRole("combobox", { name: "Source" }).selectOption({ label: "Subtitled, one" });
    await expect.poll(() => paused(page)).toBe(false);
    await timeOf(page).toBeGreaterThan(8.5);
  });

  test("the next episode begins by itself after a countdown", async ({ page }) => {
    await page.clock.install();
    await openEpisode(page);
    await page.keyboard.press("k");
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    const offer = page.getByRole("group", { name: "Next episode" });
    await expect(offer).toContainText("Next episode in 10 s");
    for (let second = 0; second < 10; second += 1) await page.clock.runFor(1_000);
    await expect(page).toHaveURL(LAST);
    await expect.poll(() => paused(page)).toBe(false);
    // Nobody has touched anything, so the controls leave the picture.
    await page.clock.runFor(4_000);
    await expect(page.locator(".player")).toHaveAttribute("data-idle");
  });
});

test.describe("with fingers", () => {
  test.skip(({ isMobile }) => !isMobile, "A finger's.");

  /** Two taps of a finger on the picture, at a part of its width. Both come in one go: how far apart they may be is a matter of milliseconds. */
  async function doubleTap(page: Page, part: number): Promise<void> {
    await video(page).evaluate((picture, at) => {
      const { left, width, top } = picture.getBoundingClientRect();
      for (let tap = 0; tap < 2; tap += 1) picture.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true, clientX: left + width * at, clientY: top + 40 }));
    }, part);
  }

  test("two taps at a side jump ten seconds, and one brings and sends away the controls", async ({ page }) => {
    await openEpisode(page);
    await page.getByRole("button", { name: "Play", exact: true }).first().tap();
    await timeOf(page).toBeGreaterThan(0.2);
    await doubleTap(page, 0.9);
    await timeOf(page).toBeGreaterThan(10);
    expect([await paused(page), await page.evaluate(() => document.fullscreenElement)]).toEqual([false, null]);
    // What plays on would blur the rest; a slow machine plays on for long.
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.pause();
      element.currentTime = 12;
    });
    await doubleTap(page, 0.1);
    await timeOf(page).toBeCloseTo(2, 0);
    await video(page).evaluate((element: HTMLVideoElement) => element.play());
    await expect(page.locator(".player")).toHaveAttribute("data-idle");
    const seen = await video(page).evaluate(async (picture) => {
      const { left, width, top } = picture.getBoundingClientRect();
      const states: boolean[] = [];
      for (let tap = 0; tap < 2; tap += 1) {
        picture.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true, clientX: left + width / 2, clientY: top + 40 }));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        states.push(picture.parentElement?.hasAttribute("data-idle") === true);
      }
      return states;
    });
    expect(seen).toEqual([false, true]);
  });
});

test.describe("a person's account", () => {
  test.skip(({ isMobile }) => isMobile, "The same on a phone.");

  test("gets the title as Watching with the first play, and takes it back with Undo", async ({ browser, baseURL }) => {
    const { context } = await signUp(browser, baseURL);
    const page = await context.newPage();
    const types = async () => ((await (await context.request.get("/api/user/watchList")).json()) as { data: { type: string }[] }).data.map(({ type }) => type);
    await openEpisode(page);
    await page.keyboard.press("k");
    const toast = page.getByRole("status").filter({ hasText: "Lantern Road is in Watching now." });
    await expect(toast).toBeVisible();
    expect(await types()).toEqual(["Watching"]);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(toast).toBeHidden();
    expect(await types()).toEqual([]);
    await context.close();
  });

  test("is offered Completed after the last episode, with Undo", async ({ browser, baseURL }) => {
    const { context } = await signUp(browser, baseURL);
    const page = await context.newPage();
    const types = async () => ((await (await context.request.get("/api/user/watchList")).json()) as { data: { type: string }[] }).data.map(({ type }) => type);
    await openEpisode(page, LAST);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.2);
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("That was the last episode of Lantern Road.")).toBeVisible();
    await page.getByRole("button", { name: "Move to Completed" }).click();
    await expect(page.getByText("Lantern Road is in Completed.")).toBeVisible();
    expect(await types()).toEqual(["Completed"]);
    await page.getByRole("status").filter({ hasText: "is in Completed" }).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("That was the last episode of Lantern Road.")).toBeVisible();
    expect(await types()).toEqual(["Watching"]);
    await context.close();
  });

  test("remembers how its person plays, for the next browser", async ({ browser, baseURL }) => {
    const { person, context } = await signUp(browser, baseURL);
    const page = await context.newPage();
    await openEpisode(page);
    const kept = page.waitForResponse((response) => response.url().endsWith("/api/user/sitePreferences"));
    await page.keyboard.press(">");
    await page.keyboard.press("c");
    expect((await kept).status()).toBe(200);
    const other = await browser.newContext({ baseURL });
    await other.request.post("/api/auth/signin", { data: person });
    const elsewhere = await other.newPage();
    await openEpisode(elsewhere);
    expect(await video(elsewhere).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.25);
    await expect(elsewhere.getByRole("button", { name: "Subtitles" })).toHaveAttribute("aria-pressed", "true");
    await Promise.all([context.close(), other.close()]);
  });

  test("gets what a visitor has watched on whatever page comes after signing in", async ({ browser, baseURL }) => {
    const { person, context: elsewhere } = await signUp(browser, baseURL);
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await openEpisode(page);
    await page.keyboard.press("k");
    await page.keyboard.press("3");
    await timeOf(page).toBeGreaterThan(12);
    await page.keyboard.press("k");
    await page.goto("/signin?returnTo=/browse");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/browse/);
    const stored = async () => ((await (await elsewhere.request.get("/api/user/progress")).json()) as { data: { position: number }[] }).data[0]?.position ?? 0;
    await expect.poll(stored).toBeGreaterThan(11.9);
    await Promise.all([context.close(), elsewhere.close()]);
  });

  test("keeps what was watched while the connection was away", async ({ browser, baseURL }) => {
    const { context } = await signUp(browser, baseURL);
    const page = await context.newPage();
    const stored = async () => ((await (await context.request.get("/api/user/progress")).json()) as { data: { position: number }[] }).data[0]?.position ?? 0;
    await openEpisode(page);
    await page.keyboard.press("k");
    await expect.poll(stored).toBeGreaterThan(0);
    // Only saving is away, so what is buffered plays on; leaving then sends a beacon that nobody gets.
    await page.route("**/api/user/progress", (route) => route.abort());
    await page.keyboard.press("5");
    await timeOf(page).toBeGreaterThan(20.2);
    await page.keyboard.press("k");
    await page.goto("about:blank");
    expect(await stored()).toBeLessThan(19);
    await page.unroute("**/api/user/progress");
    await openEpisode(page);
    await timeOf(page).toBeGreaterThan(20);
    await expect.poll(stored).toBeGreaterThan(20);
    await context.close();
  });

  test("hides a mature title's player until parental control is off", async ({ browser, baseURL }) => {
    const { context } = await signUp(browser, baseURL);
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

test.describe("a stream that fails", () => {
  test.skip(({ isMobile }) => isMobile, "The same on a phone.");

  for (const [kind, words] of [
    ["dead", "There is nothing at the address of this stream."],
    ["forbidden", "The source answers with an error."],
    ["garbage", "What the source sends is not a stream that can be played."],
  ] as const) {
    test(`says so in words where it is ${kind}`, async ({ page }) => {
      await page.goto(path(kind));
      const alert = page.getByRole("alert");
      await expect(alert).toContainText(words);
      await expect(alert.getByRole("button", { name: "Retry" })).toBeVisible();
      if (kind !== "dead") return;
      await alert.getByRole("button", { name: "Try another source" }).click();
      await canPlay(page);
      await expect(alert).toBeHidden();
    });
  }

  test("waits when it is told that it was too much at once", async ({ page }) => {
    let refusals = 2;
    await page.route("**/api/videoProxy?url=*0.ts", (route) => ((refusals -= 1) >= 0 ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "{}" }) : route.continue()));
    await openEpisode(page, path("ts"));
    await expect(page.getByRole("alert")).toBeHidden();
    expect(refusals).toBeLessThan(0);
  });

  test("goes on by itself when a connection that was away is back", async ({ page, context }) => {
    await page.route("**/api/videoProxy*", (route) => route.abort());
    await page.goto(path("ts"));
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The stream does not answer.");
    await context.setOffline(true);
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(alert).toContainText("You are offline.");
    await page.unroute("**/api/videoProxy*");
    await context.setOffline(false);
    await canPlay(page);
    await expect(alert).toBeHidden();
  });
});

test("the watch page has no serious fault for axe, playing, failing and without a source", async ({ page }) => {
  await openEpisode(page);
  expect(await seriousFaults(page)).toEqual([]);
  await openSettings(page);
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto(path("garbage"));
  await page.getByRole("alert").waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.goto("/watch/5114/1");
  expect(await seriousFaults(page)).toEqual([]);
});
