import { expect, test as base, type Page } from "@playwright/test";

interface Person {
  /** The time zone that the browser has told on an earlier visit; null when this is the first. */
  knownZone: string | null;
  /** What the browser complained about: script errors, refusals by the security policy, failed requests. A test ends with none. */
  complaints: string[];
}

/** A test by a person in a browser that notices what goes wrong behind the page. */
export const test = base.extend<Person>({
  knownZone: ["UTC", { option: true }],
  complaints: [
    async ({ page, context, baseURL, knownZone }, use) => {
      if (knownZone !== null)
        await context.addCookies([{ name: "akari_zone", value: knownZone, url: baseURL ?? "" }]);
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document")
          complaints.push(`${response.status()} ${response.url()}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Waits until the page's script runs: only then do its controls do more than links and forms. */
export async function scriptsRun(page: Page): Promise<void> {
  await page.locator("html[data-js]").waitFor();
}

/** Begins to sum up how far things move on the pages from now on. The answer tells it for the page that is open: the cumulative layout shift. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
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
