import type { Page } from "@playwright/test";

interface HeldWindow {
  releaseRendering?: () => void;
}

/**
 * Renders the response to an action and the page that it changes at once, as a slow processor does:
 * React's scheduler is held until the page's data has arrived again.
 */
export async function renderAtOnce(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    // React's scheduler runs its tasks by messages to itself.
    const post: unknown = Reflect.get(MessagePort.prototype, "postMessage");
    const held: MessagePort[] = [];
    MessagePort.prototype.postMessage = function (this: MessagePort) {
      held.push(this);
    };
    (window as HeldWindow).releaseRendering = () => {
      Reflect.set(MessagePort.prototype, "postMessage", post);
      for (const port of held) port.postMessage(null);
    };
  });
  const reload = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes(".data"),
  );
  await act();
  await reload;
  await page.evaluate(async () => {
    // The router reads and decodes the response in a few tasks.
    await new Promise((resolve) => setTimeout(resolve, 500));
    (window as HeldWindow).releaseRendering?.();
  });
}
