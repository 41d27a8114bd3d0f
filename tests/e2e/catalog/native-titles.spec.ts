import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

/**
 * The texts of vertical titles that do not fit where they are. Some fonts' ascent and descent are
 * wider than the line; a column too many is wider by a whole character.
 */
const clipped = (page: Page) =>
  page
    .locator(".spine")
    .evaluateAll((spines) =>
      spines
        .filter(
          (spine) =>
            spine.scrollHeight > spine.clientHeight + 1 ||
            spine.scrollWidth >
              spine.clientWidth + parseFloat(getComputedStyle(spine).fontSize) / 2,
        )
        .map((spine) => spine.textContent),
    );

for (const [order, tag] of [
  ["score", ""],
  ["popularity", " @nightly"],
  ["title_asc", " @nightly"],
] as const)
  test(`no vertical title is cut on covers, by ${order}${tag}`, async ({ page }) => {
    for (let number = 1; number <= 3; number += 1) {
      await page.goto(`/browse?order_by=${order}&page_number=${number}`);
      expect(await page.locator(".spine").count()).toBeGreaterThan(0);
      expect(await clipped(page)).toEqual([]);
    }
  });

test("no vertical title is cut on Home and on a title's page @phone-nightly", async ({ page }) => {
  for (const path of ["/", "/anime/5114", "/anime/11061", "/anime/21"]) {
    await page.goto(path);
    expect(await clipped(page)).toEqual([]);
  }
});
