import { test, type Page } from "@playwright/test";
import { seriousViolations } from "./axe";
import { expect, waitForHydration } from "./fixtures";

/** A small phone, and a desktop page at 200 %. */
const NARROW = [320, 640];

/** Axe, and no sideways scrolling. */
export async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await waitForHydration(page);
  expect.soft(await seriousViolations(page)).toEqual([]);
  const viewport = page.viewportSize();
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 800 });
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `scrolls sideways at ${String(width)} px`,
      )
      .toBeLessThanOrEqual(0);
  }
  if (viewport !== null) await page.setViewportSize(viewport);
}

/** In one page, whose cache is warm after the first. */
export async function checkPages(
  page: Page,
  pages: readonly (readonly [name: string, path: string])[],
): Promise<void> {
  for (const [name, path] of pages) await test.step(name, () => checkPage(page, path));
}
