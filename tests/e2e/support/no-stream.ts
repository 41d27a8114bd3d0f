import type { BrowserContext, Page } from "@playwright/test";

/**
 * Keeps pages from following changes elsewhere. Playwright calls the network idle once all requests
 * have ended, and the one that a page follows lasts as long as the page.
 */
export async function followNothing(target: Page | BrowserContext): Promise<void> {
  await target.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {
        this.dispatchEvent(new Event("close"));
      }
    }
    Reflect.set(window, "EventSource", SilentSource);
  });
}
