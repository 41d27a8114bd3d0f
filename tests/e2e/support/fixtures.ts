import { expect, test as base, type Page } from "@playwright/test";

interface Fixtures {
  savedTimeZone: string | null;
  /** Script errors, CSP violations and failed requests. Must be empty when a test ends. */
  browserErrors: string[];
}

/** Playwright's test, failing on browser errors. */
export const test = base.extend<Fixtures>({
  savedTimeZone: ["UTC", { option: true }],
  browserErrors: [
    async ({ page, context, baseURL, savedTimeZone }, use) => {
      if (savedTimeZone !== null)
        await context.addCookies([
          { name: "akari_zone", value: savedTimeZone, url: baseURL ?? "" },
        ]);
      const browserErrors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          browserErrors.push(message.text());
      });
      page.on("pageerror", (error) => browserErrors.push(error.message));
      page.on("response", (response) => {
        const isDocument = response.request().resourceType() === "document";
        // A page learns by a 401 of its stream that its session has ended.
        const isEnd = response.status() === 401 && new URL(response.url()).pathname === "/live";
        if (response.status() >= 400 && !isDocument && !isEnd)
          browserErrors.push(`${response.status()} ${response.url()}`);
      });
      await use(browserErrors);
      expect(browserErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits for the page and what it loads on demand, whose links are plain links before that. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator("html[data-js]").waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main :is(a, button, form)")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps")),
    ),
  );
}

/** Delays the site's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Starts to measure; the returned function reads the page's cumulative layout shift. */
export async function measureLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput)
          document.documentElement.dataset["shift"] = String(
            Number(document.documentElement.dataset["shift"] ?? 0) + value,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset["shift"] ?? 0));
}
