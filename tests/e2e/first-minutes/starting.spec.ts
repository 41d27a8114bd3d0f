import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a browser that comes during the first start sees how far it is, and then its page, without scripts @main", async ({
  browser,
}) => {
  const dataDir = createDataDir();
  const server = await startBuiltServer({ DATA_DIR: dataDir });
  try {
    await server.listening();
    const inspected = await (await browser.newContext({ locale: "en-GB" })).newPage();
    await inspected.goto(server.url);
    await expect(inspected.getByRole("heading", { level: 1 })).toHaveText("Akari is starting");
    // The page no longer reloads, which would end what runs in it.
    await inspected.route("**/*", (route) => route.abort("aborted"));
    expect(await seriousViolations(inspected)).toEqual([]);
    await inspected.context().close();

    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
    const page = await context.newPage();
    await page.goto(`${server.url}/browse?order_by=popularity`);
    await expect(page.getByText("This page reloads by itself.")).toBeVisible();
    // A fast machine loads the catalog between two reloads of the page.
    const opened = page.getByRole("heading", { level: 1, name: "Browse" });
    const progress = page.getByRole("progressbar", { name: / of \d+$/ });
    await expect(progress.or(opened)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Browse");
    await expect(page).toHaveURL(`${server.url}/browse?order_by=popularity`);
    await context.close();
  } finally {
    server.signal("SIGTERM");
    await server.exited;
    await removeDataDir(dataDir);
  }
});
