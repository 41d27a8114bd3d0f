import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until the control has the focus; fails if it cannot be reached. */
export async function tabTo(page: Page, target: Locator, maxTabs = 60): Promise<void> {
  for (let count = 0; count < maxTabs; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false))
      return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
