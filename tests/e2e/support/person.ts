import { expect, test as base, type Page } from "@playwright/test";

interface Person {
  /** What the browser complained about: script errors, refusals by the security policy, failed requests. A test ends with none. */
  complaints: string[];
}

/** A test by a person in a browser that notices what goes wrong behind the page. */
export const test = base.extend<Person>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400 && response.request().resourceType() !== "document") complaints.push(`${response.status()} ${response.url()}`);
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
