import type { Page } from "@playwright/test";

/** WCAG 2.2, 2.5.8. */
const MIN_TARGET = 24;

/**
 * Visible controls that stand out of the screen sideways, or are smaller than 24 px. Links in
 * sentences may be smaller; rows that scroll sideways may go on.
 */
export function outsideOrSmall(page: Page): Promise<string[]> {
  return page.evaluate((minTarget) => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, summary",
    );
    const scrollsSideways = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement)
        if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth)
          return true;
      return false;
    };
    const isHidden = (element: HTMLElement): boolean =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.matches(".sr-only, .not-focus\\:sr-only");
    return [...controls].flatMap((control) => {
      if (isHidden(control)) return [];
      const target = control.closest("label") ?? control;
      const { left, right, width, height } = target.getBoundingClientRect();
      const isInline = getComputedStyle(control).display === "inline";
      const name = `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`;
      return [
        ...((left < -0.5 || right > innerWidth + 0.5) && !scrollsSideways(control)
          ? [`${name}: ${String(left)} to ${String(right)}`]
          : []),
        ...((width < minTarget || height < minTarget) && !isInline
          ? [`${name}: ${String(width)} × ${String(height)}`]
          : []),
      ];
    });
  }, MIN_TARGET);
}
