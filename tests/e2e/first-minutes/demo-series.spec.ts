import { expect, test } from "../support/fixtures";
import { FIRST_EPISODE, LAST_EPISODE, openEpisode, timeOf, video } from "../support/watching";
import { numberedEpisodePath } from "../support/sample-episodes";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

for (const [path, name, tag] of [
  [FIRST_EPISODE, "The First Light", ""],
  [LAST_EPISODE, "Where the Road Ends", " @nightly"],
] as const) {
  test(`the demo series plays “${name}” with sound and subtitles${tag}`, async ({ page }) => {
    await openEpisode(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
    await page.keyboard.press("k");
    await timeOf(page).toBeGreaterThan(0.5);
    const isMuted = await video(page).evaluate((element: HTMLVideoElement) => element.muted);
    expect(isMuted).toBe(false);
    await expect
      .poll(() =>
        video(page).evaluate(
          (element) =>
            (element as unknown as { webkitAudioDecodedByteCount: number })
              .webkitAudioDecodedByteCount,
        ),
      )
      .toBeGreaterThan(0);
    await page.keyboard.press("c");
    await page.keyboard.press("5");
    await expect(page.locator(".player-subtitles p").first()).not.toBeEmpty();
  });

  test(`the demo series plays “${name}” within a second of the key that starts it @nightly`, async ({
    page,
  }) => {
    await openEpisode(page, path);
    const started = await video(page).evaluateHandle((element: HTMLVideoElement) => ({
      inMs: new Promise<number>((resolve) => {
        let pressedAt = 0;
        window.addEventListener("keydown", () => (pressedAt = performance.now()), {
          capture: true,
          once: true,
        });
        // The first picture after the one that the paused player shows.
        const wait = () =>
          element.requestVideoFrameCallback((now, { mediaTime }) => {
            if (pressedAt > 0 && mediaTime > 0) resolve(now - pressedAt);
            else wait();
          });
        wait();
      }),
    }));
    await page.keyboard.press("k");
    const ms = await started.evaluate(({ inMs }) => inMs);
    test.info().annotations.push({ type: "milliseconds", description: ms.toFixed(0) });
    expect(ms).toBeLessThan(1_000);
  });
}

test("the last episode leads back to the title, from its end and beside the player @phone-nightly", async ({
  page,
}) => {
  await openEpisode(page, LAST_EPISODE);
  await expect(
    page.getByRole("article").getByRole("link", { name: "Back to the title" }),
  ).toHaveAttribute("href", "/anime/2000000001/lantern-road");
  await page.keyboard.press("k");
  await page.keyboard.press("9");
  await page.keyboard.press("ArrowRight");
  const end = page.getByRole("group", { name: "That was the last episode" });
  await expect(end).toContainText("Lantern Road");
  await end.getByRole("button", { name: "Cancel" }).click();
  await expect(end).toBeHidden();
  await page.keyboard.press("Shift+N");
  await expect(page).toHaveURL("/anime/2000000001/lantern-road");
});

test("the last episode that plays here is not called the last one of the show", async ({
  page,
}) => {
  await openEpisode(page, numberedEpisodePath("late FLAC"));
  await page.keyboard.press("k");
  await timeOf(page).toBeGreaterThan(0.1);
  await page.keyboard.press("9");
  await page.keyboard.press("ArrowRight");
  await expect(
    page.getByRole("group", { name: "That was the last episode here", exact: true }),
  ).toBeVisible();
});
