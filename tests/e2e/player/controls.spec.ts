import { expect, test, type Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { sampleEpisodePath } from "../support/sample-episodes";
import {
  recordSeeks,
  waitUntilPlayable,
  LAST_EPISODE,
  openEpisode,
  openSettings,
  paused,
  time,
  timeOf,
  video,
} from "../support/watching";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/** The class of what is seen of the timeline where the intro begins. */
const topOfIntro = (page: Page) =>
  page
    .locator(".player-mark")
    .first()
    .evaluate((mark) => {
      const { left, top, height } = mark.getBoundingClientRect();
      const shown = document.elementsFromPoint(left + 2, top + height / 2);
      return shown.find((element) => element.matches(".player-track > span"))?.className;
    });

test.describe("with mouse and keyboard", () => {
  test("Space plays after a click on a control, and presses one that Tab has reached", async ({
    page,
  }) => {
    await openEpisode(page);
    const mute = page.getByRole("button", { name: "Mute", exact: true });
    const unmute = page.getByRole("button", { name: "Unmute", exact: true });
    await page.keyboard.press("k");
    await expect.poll(() => paused(page)).toBe(false);
    await mute.click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect.poll(() => paused(page)).toBe(true);
    await expect(unmute).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(unmute).toBeFocused();
    await page.keyboard.press("Space");
    await expect(mute).toBeFocused();
    expect(await paused(page)).toBe(true);
  });

  test("fullscreen is entered and left", async ({ page }) => {
    await openEpisode(page);
    await page.keyboard.press("f");
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.className))
      .toBe("player");
    await page.getByRole("button", { name: "Exit full screen" }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await video(page).dblclick({ position: { x: 40, y: 40 } });
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.className))
      .toBe("player");
  });

  test("theatre mode gives the player the page's width, and is kept", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1100 });
    await openEpisode(page);
    const width = () => page.locator(".player").evaluate((element) => element.clientWidth);
    const narrow = await width();
    await page.keyboard.press("t");
    await expect.poll(width).toBeGreaterThan(narrow + 300);
    const button = page.getByRole("button", { name: "Theatre mode" });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await openEpisode(page);
    await expect.poll(width).toBeGreaterThan(narrow + 300);
    await button.click();
    await expect.poll(width).toBe(narrow);
  });

  test("picture-in-picture opens, keeps playing, and closes", async ({ page }) => {
    await openEpisode(page);
    const inWindow = () =>
      page.evaluate(() => document.pictureInPictureElement?.getAttribute("aria-label") ?? null);
    const button = page.getByRole("button", { name: "Picture in picture" });
    await button.click();
    await expect.poll(inWindow).toMatch(/Lantern Road, Episode 1/);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.5);
    await button.click();
    await expect.poll(inWindow).toBeNull();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    expect(await paused(page)).toBe(false);
  });

  test("media keys show the current episode and control it", async ({ page }) => {
    await page.addInitScript(() => {
      const handlers: Record<string, MediaSessionActionHandler | null> = {};
      Object.assign(window, { mediaHandlers: handlers });
      navigator.mediaSession.setActionHandler = (action, handler) =>
        void (handlers[action] = handler);
    });
    await openEpisode(page);
    const press = (action: string, details: object = {}) =>
      page.evaluate(
        ([name, more]) =>
          (
            window as unknown as { mediaHandlers: Record<string, (details: object) => void> }
          ).mediaHandlers[name]?.({ action: name, ...more }),
        [action, details] as const,
      );
    expect(
      await page.evaluate(() => [
        navigator.mediaSession.metadata?.artist,
        navigator.mediaSession.metadata?.title,
      ]),
    ).toEqual(["Lantern Road", "Episode 1: The First Light"]);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.3);
    await press("pause");
    await expect.poll(() => paused(page)).toBe(true);
    await press("seekto", { seekTime: 12 });
    await timeOf(page).toBeCloseTo(12, 0);
    await press("seekforward", {});
    await timeOf(page).toBeCloseTo(22, 0);
    await press("play");
    await expect
      .poll(() => page.evaluate(() => navigator.mediaSession.playbackState))
      .toBe("playing");
    await press("nexttrack");
    await expect(page).toHaveURL(LAST_EPISODE);
  });

  test("? opens the shortcut list; shortcuts are disabled while it is open and while typing", async ({
    page,
  }) => {
    await openEpisode(page);
    await page.keyboard.press("?");
    const table = page.getByRole("dialog", { name: "Keyboard shortcuts" });
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

  test("hovering over the timeline shows time and thumbnail; dragging seeks there once", async ({
    page,
  }) => {
    await openEpisode(page, sampleEpisodePath("fmp4"));
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

  test("an intro is skipped manually or automatically, but not after seeking back into it", async ({
    page,
  }) => {
    await openEpisode(page, sampleEpisodePath("marked"));
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Skip intro" }).click();
    await timeOf(page).toBeGreaterThanOrEqual(6);
    await page.keyboard.press("k");
    expect(await topOfIntro(page)).toBe("player-played");
    await openSettings(page);
    await page.getByRole("checkbox", { name: "Skip intros and outros automatically" }).check();
    await page.keyboard.press("Escape");
    // Seeking into the middle of it plays it.
    await page.keyboard.press("3");
    await timeOf(page).toBeCloseTo(3.6, 0);
    const seeksInside = await recordSeeks(page);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(4.3);
    expect(await seeksInside()).not.toContain(6);
    await page.keyboard.press("k");
    // Playing over its start skips it, the first time only.
    await page.keyboard.press("0");
    await timeOf(page).toBe(0);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThanOrEqual(6);
    const seeks = await recordSeeks(page);
    await page.keyboard.press("0");
    await expect.poll(seeks).toEqual([0]);
    await timeOf(page).toBeGreaterThan(2.6);
    expect(await seeks()).not.toContain(6);
  });

  test("another source continues at the same position, playing or paused", async ({ page }) => {
    await openEpisode(page, sampleEpisodePath("marked"));
    await page.keyboard.press("7");
    await timeOf(page).toBeCloseTo(8.4, 0);
    const segmentRequest = page.waitForRequest((request) =>
      request.url().includes(encodeURIComponent("/fmp4/init.mp4")),
    );
    await openSettings(page);
    await page
      .getByRole("combobox", { name: "Source" })
      .selectOption({ label: "Subtitled, other" });
    await segmentRequest;
    await timeOf(page).toBeCloseTo(8.4, 0);
    expect(await paused(page)).toBe(true);
    await page.keyboard.press("Escape");
    await waitUntilPlayable(page);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(8.6);
    await openSettings(page);
    await page.getByRole("combobox", { name: "Source" }).selectOption({ label: "Subtitled, one" });
    await expect.poll(() => paused(page)).toBe(false);
    await timeOf(page).toBeGreaterThan(8.5);
  });

  test("the next episode starts after a countdown", async ({ page }) => {
    await page.clock.install();
    await openEpisode(page);
    await page.keyboard.press("k");
    await page.keyboard.press("9");
    await page.keyboard.press("ArrowRight");
    const offer = page.getByRole("group", { name: "Next episode" });
    await expect(offer).toContainText("Next episode in 10 s");
    for (let second = 0; second < 10; second += 1) await page.clock.runFor(1_000);
    await expect(page).toHaveURL(LAST_EPISODE);
    await expect.poll(() => paused(page)).toBe(false);
    // The controls hide while there is no input.
    await page.clock.runFor(4_000);
    await expect(page.locator(".player")).toHaveAttribute("data-idle");
  });
});

test.describe("with touch", () => {
  test.skip(({ isMobile }) => !isMobile, "A finger's.");

  /**
   * Two taps on the video at a fraction of its width. Sent together, as the time between them is
   * limited to milliseconds.
   */
  async function doubleTap(page: Page, part: number): Promise<void> {
    await video(page).evaluate((picture, at) => {
      const { left, width, top } = picture.getBoundingClientRect();
      for (let tap = 0; tap < 2; tap += 1)
        picture.dispatchEvent(
          new PointerEvent("pointerup", {
            pointerType: "touch",
            bubbles: true,
            clientX: left + width * at,
            clientY: top + 40,
          }),
        );
    }, part);
  }

  test("large buttons seek ten seconds and pause, and go with the bar @phone", async ({ page }) => {
    await openEpisode(page);
    await page.getByRole("button", { name: "Play", exact: true }).first().tap();
    await timeOf(page).toBeGreaterThan(0.2);
    const forward = page.getByRole("button", { name: "Forward 10 seconds" });
    await forward.tap();
    await timeOf(page).toBeGreaterThan(10);
    await page.locator(".player-touch").getByRole("button", { name: "Pause" }).tap();
    expect(await paused(page)).toBe(true);
    const before = await time(page);
    await page.getByRole("button", { name: "Back 10 seconds" }).tap();
    await timeOf(page).toBeCloseTo(before - 10, 0);
    await page.locator(".player-touch").getByRole("button", { name: "Play" }).tap();
    await expect(page.locator(".player-touch")).toHaveCSS("opacity", "0");
  });

  test("a double tap at a side seeks ten seconds, and a single tap toggles the controls @phone", async ({
    page,
  }) => {
    await openEpisode(page);
    await page.getByRole("button", { name: "Play", exact: true }).first().tap();
    await timeOf(page).toBeGreaterThan(0.2);
    await doubleTap(page, 0.9);
    await timeOf(page).toBeGreaterThan(10);
    expect([await paused(page), await page.evaluate(() => document.fullscreenElement)]).toEqual([
      false,
      null,
    ]);
    // Playback would blur the rest, and a slow machine plays for long.
    await video(page).evaluate((element: HTMLVideoElement) => {
      element.pause();
      element.currentTime = 12;
    });
    await doubleTap(page, 0.1);
    await timeOf(page).toBeCloseTo(2, 0);
    await video(page).evaluate((element: HTMLVideoElement) => element.play());
    await expect(page.locator(".player")).toHaveAttribute("data-idle");
    const frame = await video(page).evaluate(async (picture) => {
      const { left, width, top } = picture.getBoundingClientRect();
      const states: boolean[] = [];
      for (let tap = 0; tap < 2; tap += 1) {
        picture.dispatchEvent(
          new PointerEvent("pointerup", {
            pointerType: "touch",
            bubbles: true,
            clientX: left + width / 2,
            clientY: top + 40,
          }),
        );
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        states.push(picture.parentElement?.hasAttribute("data-idle") === true);
      }
      return states;
    });
    expect(frame).toEqual([false, true]);
  });
});

test("axe finds no serious violation while playing, failing and without a source", async ({
  page,
}) => {
  await openEpisode(page);
  expect(await seriousViolations(page)).toEqual([]);
  await openSettings(page);
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto(sampleEpisodePath("garbage"));
  await page.getByRole("alert").waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/watch/5114/1");
  expect(await seriousViolations(page)).toEqual([]);
});
