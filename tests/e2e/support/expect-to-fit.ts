import { expect, type Page } from "@playwright/test";
import { seriousViolations } from "./axe";

/** Expects a page to fit and to be accessible, dark on a phone and light on a desktop. */
export async function expectToFit(page: Page): Promise<void> {
  for (const [width, height, theme] of [
    [390, 844, "dark"],
    [1440, 900, "light"],
  ] as const) {
    await page.setViewportSize({ width, height });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(await seriousViolations(page, [theme])).toEqual([]);
  }
}
