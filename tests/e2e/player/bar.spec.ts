import { expect, test, type Page } from "@playwright/test";
import { sampleEpisodePath } from "../support/sample-episodes";
import { openEpisode } from "../support/watching";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

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

test("all controls are reachable at every size of a phone, in both directions @main @phone", async ({
  page,
}) => {
  await openEpisode(page, sampleEpisodePath("languages"));
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const at = `at ${size.width} × ${size.height}`;
    const names = [
      "Previous episode",
      "Next episode",
      "Mute",
      "Audio",
      "Subtitles",
      "Player settings",
    ];
    for (const name of [...names, "Full screen"])
      await expect(
        page.locator(".player-bar").getByRole("button", { name, exact: true }),
        at,
      ).toBeVisible();
    for (const dir of ["ltr", "rtl"]) {
      await page.evaluate((value) => (document.documentElement.dir = value), dir);
      expect(await unreachableControls(page), `${at}, ${dir}`).toEqual([]);
    }
  }
});
