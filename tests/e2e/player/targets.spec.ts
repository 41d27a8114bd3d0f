import { expect, test, type Page } from "@playwright/test";
import { sampleEpisodePath, troubledEpisodePath } from "../support/sample-episodes";
import { openEpisode, timeOf, video } from "../support/watching";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

test("no row of the list of episodes grows when its episode is opened @phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(sampleEpisodePath("ts"));
  const row = page.getByRole("navigation", { name: "Episodes" }).getByRole("link").first();
  await expect(row).toHaveAttribute("aria-current", "page");
  const heights = await row.evaluate((link) => {
    const title = link.children[1]?.firstElementChild ?? link;
    // Some title of these ends where a line does.
    return Array.from({ length: 60 }, (_, index) => {
      title.textContent = `The mouse ${"i".repeat(index)}`;
      const measure = () => link.getBoundingClientRect().height;
      link.setAttribute("aria-current", "page");
      const current = measure();
      link.removeAttribute("aria-current");
      return [current, measure()];
    });
  });
  expect(new Set(heights.map(([, height]) => height)).size).toBeGreaterThan(1);
  for (const [current, height] of heights) expect(current).toBe(height);
});

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
].flatMap(({ width, height }) => [
  { width, height },
  { width: height, height: width },
]);

/** Targets of the player that share pixels or are covered, and what stands out of the picture. */
function findOverlaps(page: Page): Promise<string[]> {
  return page.locator(".player").evaluate((player) => {
    const measure = (selector: string) =>
      [...player.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.closest("[popover], dialog") === null)
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({
          name: element.ariaLabel ?? element.innerText,
          element,
          box: element.getBoundingClientRect(),
        }));
    const picture = player.getBoundingClientRect();
    const targets = measure("a[href], button, input, select");
    const found = [...targets, ...measure(".player-panel, [role=alert] p")]
      .filter(
        ({ box }) =>
          Math.min(box.left - picture.left, picture.right - box.right) < -0.5 ||
          Math.min(box.top - picture.top, picture.bottom - box.bottom) < -0.5,
      )
      .map(({ name }) => `“${name}” stands out of the picture`);
    for (const { name, element, box } of targets)
      for (const part of [0.1, 0.5, 0.9]) {
        const y = box.top + box.height * part;
        if (!element.contains(document.elementFromPoint(box.left + box.width / 2, y)))
          found.push(`“${name}” is covered at ${(part * 100).toFixed()} % of its height`);
      }
    for (const [index, { name, box }] of targets.entries())
      for (const other of targets.slice(index + 1)) {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (Math.min(width, height) > 0.5)
          found.push(
            `“${name}” and “${other.name}” share ${width.toFixed()} × ${height.toFixed()} px`,
          );
      }
    return found;
  });
}

async function expectNoOverlap(page: Page, moment: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const at = `${moment} at ${size.width} × ${size.height}`;
    expect.soft(await findOverlaps(page), at).toEqual([]);
  }
}

/** Starts the episode, and pauses it at a moment in seconds. */
async function pauseAt(page: Page, seconds: number): Promise<void> {
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await timeOf(page).toBeGreaterThan(0);
  await video(page).evaluate((element: HTMLVideoElement, target) => {
    element.pause();
    element.currentTime = target;
  }, seconds);
}

test("no target lies on another while an intro or an outro can be skipped @phone", async ({
  page,
}) => {
  await openEpisode(page, sampleEpisodePath("marked"));
  await expectNoOverlap(page, "before the start");
  await pauseAt(page, 3);
  await expect(page.getByRole("button", { name: "Skip intro" })).toBeVisible();
  await expectNoOverlap(page, "in the intro");
  await video(page).evaluate((element: HTMLVideoElement) => (element.currentTime = 10.5));
  await expect(page.locator(".player-skip")).not.toHaveText("Skip intro");
  await expectNoOverlap(page, "in the outro");
});

test("no target lies on another while the next episode is offered @phone", async ({ page }) => {
  await openEpisode(page, sampleEpisodePath("marked"));
  await pauseAt(page, 11.5);
  await page.evaluate(() => document.querySelector("video")?.play());
  await expect(page.getByRole("group", { name: "Next episode" })).toBeVisible();
  await expectNoOverlap(page, "at the end");
});

test("no target lies on another when a video cannot be played @phone", async ({ page }) => {
  await page.route("**/api/videoProxy*", (route) => route.abort());
  await page.goto(sampleEpisodePath("marked"));
  const alert = page.locator(".player").getByRole("alert");
  await expect(alert.getByRole("button", { name: "Try another source" })).toBeVisible();
  await expectNoOverlap(page, "failed");
});

test("no target lies on another while a missing codec is explained @phone", async ({ page }) => {
  await openEpisode(page, troubledEpisodePath("AC-3 file"));
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  await expect(page.locator(".player-advice")).toBeVisible();
  await video(page).evaluate((element: HTMLVideoElement) => element.pause());
  await expectNoOverlap(page, "silent");
});
