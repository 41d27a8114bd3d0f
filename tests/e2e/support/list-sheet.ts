import type { Page } from "@playwright/test";

/** Opens the title's controls of the list on phones and tablets; at a desk the page has them. */
export async function openListSheet(page: Page): Promise<void> {
  const button = page.getByRole("main").locator("button[popovertarget]");
  const isOpen = await page
    .locator(".title-sheet")
    .evaluateAll((sheets) => sheets.some((sheet) => sheet.matches(":popover-open")));
  if (!isOpen && (await button.isVisible())) await button.click();
}
