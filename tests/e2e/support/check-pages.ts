import { test, type Page } from "@playwright/test";
import { seriousViolations, TARGET_RULE } from "./axe";
import { expect, measureLayoutShift, waitForHydration } from "./fixtures";
import { findMisfits, findUnaligned } from "./measure-controls";
import type { ListedPage } from "../../support/pages";
import { followNothing } from "./no-stream";
import { watchViolations } from "./policy-violations";

/** Lists what is wrong with the page that is open. */
type Find = () => Promise<string[]>;

/** A property that pages should have. */
export interface Check {
  readonly property: string;
  /** Called before the first page, for what has to be watched while pages load. */
  readonly watch: (page: Page) => Find | Promise<Find>;
}

/** Cumulative layout shift of a page. */
export const MAX_SHIFT = 0.02;

/** The copy for times without a network has the site's styles and fonts, but no scripts. */
const BARE_PAGE = "/offline";

export const isAccessible: Check = {
  property: "no serious axe violation in either theme",
  watch: (page) => () => seriousViolations(page, undefined, TARGET_RULE),
};

/** Expects nothing to move. A warm cache has the site's fonts and styles before the first page. */
export const keepsStill = (cache: "cold" | "warm"): Check => ({
  property: "no layout shift while it loads",
  async watch(page) {
    await followNothing(page);
    if (cache === "warm") await page.goto(BARE_PAGE);
    const readShift = await measureLayoutShift(page);
    return async () => {
      // The network may be idle already, after a slow check.
      await page.waitForLoadState("networkidle");
      const shift = await readShift();
      return shift < MAX_SHIFT ? [] : [`shifts by ${String(shift)}`];
    };
  },
});

export const obeysPolicy: Check = {
  property: "no policy violation",
  async watch(page) {
    const violations = await watchViolations(page);
    return () => Promise.resolve(violations.splice(0));
  },
};

/** Resizes the page in place: to load it for each width would take five times as long. */
function atWidths(
  property: string,
  widths: readonly number[],
  finds: readonly ((page: Page) => Promise<string[]>)[],
): Check {
  return {
    property,
    watch: (page) => async () => {
      const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
      const found: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ ...viewport, width });
        for (const find of finds)
          found.push(...(await find(page)).map((line) => `${String(width)} px: ${line}`));
      }
      await page.setViewportSize(viewport);
      return found;
    },
  };
}

/** Small and large phones, a desktop page at 200 %, tablets, and a large window. */
const WIDTHS = [320, 360, 390, 640, 768, 1024, 1440];

/** Controls are inside the screen and large enough, and the page does not scroll sideways. */
export const fits = atWidths("fits", WIDTHS, [findMisfits]);

export const fitsWithAlignedCards = atWidths("fits, with aligned cards", WIDTHS, [
  findMisfits,
  findUnaligned,
]);

export const scrollsDownOnly = (widths: readonly number[] = [320, 640, 1440]): Check =>
  atWidths("does not scroll sideways", widths, [
    (page) =>
      page.evaluate(() => {
        const extra = document.documentElement.scrollWidth - innerWidth;
        return extra > 0 ? [`scrolls by ${String(extra)} px`] : [];
      }),
  ]);

/** The name of a title or user is beside its cover or avatar, which is at the edge. */
const HAS_NAME_BESIDE_PICTURE = /^\/(?:anime\/.+|profile|user\/[^/]+)$/u;

/** The heading begins where the site's header does, so that pages begin alike. */
export const beginsAtEdge = atWidths(
  "its heading begins at the page's left edge",
  [390, 1440],
  [
    async (page) => {
      if (HAS_NAME_BESIDE_PICTURE.test(new URL(page.url()).pathname)) return [];
      return page.evaluate(() => {
        const column = document.querySelector("header .page-column, header.page-column");
        if (column === null) return ["there is no header"];
        const edge =
          column.getBoundingClientRect().left +
          Number.parseFloat(getComputedStyle(column).paddingLeft);
        return [...document.querySelectorAll("h1:not(.sr-only)")]
          .map((heading) => heading.getBoundingClientRect().left - edge)
          .filter((distance) => Math.abs(distance) > 1)
          .map((distance) => `begins ${String(Math.round(distance))} px beside it`);
      });
    },
  ],
);

/**
 * Opens each page once, and hands it to all checks. In one browser page, whose cache is warm after
 * the first. A failure names page and property, and does not keep other checks from running.
 */
export async function checkPages(
  page: Page,
  pages: readonly Pick<ListedPage, "name" | "path">[],
  checks: readonly Check[] = [isAccessible, scrollsDownOnly(), beginsAtEdge],
): Promise<void> {
  // Each page takes as long as a small test.
  test.slow();
  const finds: [string, Find][] = [];
  for (const { property, watch } of checks) finds.push([property, await watch(page)]);
  for (const { name, path } of pages)
    await test.step(name, async () => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      if (path !== BARE_PAGE) await waitForHydration(page);
      for (const [property, find] of finds)
        expect.soft(await find(), `${name} (${path}): ${property}`).toEqual([]);
    });
}
