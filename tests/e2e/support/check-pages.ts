import { test, type Page } from "@playwright/test";
import { seriousViolations, TARGET_RULE } from "./axe";
import { expect, waitForHydration } from "./fixtures";

/** A small phone, a desktop page at 200 %, and a large window. */
const WIDTHS = [320, 640, 1440];

/** Axe, and no sideways scrolling: on phones at their own width. */
export async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await waitForHydration(page);
  expect.soft(await seriousViolations(page, undefined, TARGET_RULE)).toEqual([]);
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of test.info().project.name === "phone" ? [viewport.width] : WIDTHS) {
    await page.setViewportSize({ ...viewport, width });
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `scrolls sideways at ${String(width)} px`,
      )
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(viewport);
}

/** In one page, whose cache is warm after the first. */
export async function checkPages(
  page: Page,
  pages: readonly (readonly [name: string, path: string])[],
): Promise<void> {
  for (const [name, path] of pages) await test.step(name, () => checkPage(page, path));
}
