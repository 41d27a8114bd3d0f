import type { Page } from "@playwright/test";

/** Least pixels of a target (WCAG 2.2, 2.5.8). */
const MIN_TARGET = 24;

/**
 * What does not fit: a page that scrolls sideways, visible controls that stand out of the screen
 * sideways or are smaller than 24 px, lines that are shown in part, and buttons, links with several
 * parts, selects and words of the interface that are cut. Links in sentences may be smaller; rows
 * that scroll sideways may go on.
 */
export function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate((minTarget) => {
    const IGNORED =
      // Swagger UI's markup is not ours.
      ".swagger-ui *, .sr-only, .sr-only *, .not-focus\\:sr-only, [popover]:not(:popover-open) *";
    const isShown = (element: Element): boolean =>
      !element.matches(IGNORED) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const scrollsSideways = (element: Element): boolean => {
      for (
        let at = element.parentElement;
        at !== null && at !== document.body;
        at = at.parentElement
      )
        if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    const textWidth = (text: string, font: string): number => {
      const context = document.createElement("canvas").getContext("2d");
      if (context === null) return 0;
      context.font = font;
      return context.measureText(text).width;
    };
    const found: string[] = [];
    const extra = document.documentElement.scrollWidth - innerWidth;
    if (extra > 0) found.push(`the page scrolls sideways by ${String(extra)} px`);
    for (const control of document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )) {
      if (!isShown(control)) continue;
      const around = control.closest("label");
      const { left, right, width, height } = (around ?? control).getBoundingClientRect();
      // Its label, beside it, is a target, too.
      const hasLabelBeside =
        around === null && control instanceof HTMLInputElement && (control.labels?.length ?? 0) > 0;
      const { display, font, paddingLeft, paddingRight } = getComputedStyle(control);
      const name = `${control.localName} “${(control.ariaLabel ?? control.innerText).slice(0, 40)}”`;
      if ((left < -0.5 || right > innerWidth + 0.5) && !scrollsSideways(control))
        found.push(`${name} is outside the screen: ${left.toFixed()} to ${right.toFixed()}`);
      if (!hasLabelBeside && display !== "inline" && Math.min(width, height) < minTarget - 0.5)
        found.push(`${name} is ${width.toFixed()} × ${height.toFixed()} px`);
      if (
        (control.matches("button, summary") || display.includes("flex")) &&
        control.scrollWidth > width + 1
      )
        found.push(`${name} is cut`);
      if (control instanceof HTMLSelectElement) {
        const text = control.selectedOptions[0]?.text ?? "";
        const room =
          control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (textWidth(text, font) > room + 1) found.push(`select “${text}” is cut`);
      }
    }
    for (const element of document.querySelectorAll<HTMLElement>("[class*=line-clamp]")) {
      const { paddingBottom, webkitLineClamp } = getComputedStyle(element);
      const isCut = element.scrollHeight > element.clientHeight + 1;
      if (webkitLineClamp !== "none" && isCut && paddingBottom !== "0px" && isShown(element))
        found.push(`“${element.innerText}” shows a part of the line after its last`);
    }
    for (const element of document.querySelectorAll<HTMLElement>("main .truncate")) {
      // Names and queries come from elsewhere, and may have any length.
      if (element.matches("[lang]") || !isShown(element)) continue;
      if (element.scrollWidth > element.clientWidth + 1)
        found.push(`“${element.innerText}” is cut`);
    }
    return found;
  }, MIN_TARGET);
}

/** Parts of cards in one row that do not begin at the same height. */
export const findUnaligned = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const uneven: string[] = [];
    for (const list of document.querySelectorAll("main ul:has(> li .poster)")) {
      const rows = new Map<number, Element[]>();
      for (const item of list.children) {
        const top = Math.round(item.getBoundingClientRect().top);
        rows.set(top, [...(rows.get(top) ?? []), item]);
      }
      for (const items of rows.values()) {
        const parts = items.map((item) => [
          // A still may stand in the place of a cover.
          item.querySelector(".poster, img"),
          ...[...(item.querySelector("a.group")?.children ?? [])].slice(1),
        ]);
        for (const index of parts[0]?.keys() ?? []) {
          const tops = parts.map((part) => part[index]?.getBoundingClientRect().top ?? 0);
          if (Math.max(...tops) - Math.min(...tops) > 1)
            uneven.push(`${items[0]?.textContent ?? ""}: part ${String(index)} at ${tops.join()}`);
        }
      }
    }
    return uneven;
  });
