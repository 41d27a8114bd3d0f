import { expect, test, type Page } from "@playwright/test";
import { sampleEpisodePath } from "../support/trials";
import { openEpisode } from "../support/watching";

test.skip(({ isMobile }) => !isMobile, "A phone's.");

/** Controls that are off screen, covered, or smaller than a fingertip. */
function unreachableControls(page: Page): Promise<string[]> {
  return page.locator(".player-bar").evaluate((bar) =>
    [...bar.querySelectorAll("button")]
      .filter((button) => getComputedStyle(button).display !== "none")
      .flatMap((button) => {
        const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isOnScreen = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        const isReachable = isOnScreen && button.contains(hit) && Math.min(width, height) >= 40;
        return isReachable ? [] : [button.getAttribute("aria-label") ?? button.outerHTML];
      }),
  );
}

const SIZES = [320, 360, 390, 412].flatMap((width) => [
  { width, height: 700 },
  { width: 700, height: width },
]);

for (const { width, height } of SIZES)
  test(`all controls are reachable at ${width} × ${height}, in both directions`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openEpisode(page, sampleEpisodePath("languages"));
    const names = ["Previous episode", "Next episode", "Mute", "Subtitles", "Player settings"];
    for (const name of [...names, "Full screen"])
      await expect(
        page.locator(".player-bar").getByRole("button", { name, exact: true }),
      ).toBeVisible();
    expect(await unreachableControls(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    expect(await unreachableControls(page)).toEqual([]);
  });
