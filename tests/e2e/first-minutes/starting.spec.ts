import { setTimeout } from "node:timers/promises";
import type { APIRequestContext } from "@playwright/test";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";

/** Milliseconds. Requests without a pause would slow the start down. */
const BETWEEN_REQUESTS = 100;

/** The pages of a start in their order: one that reloads itself may miss a stage. */
async function readStart(request: APIRequestContext, url: string): Promise<string[]> {
  const pages: string[] = [];
  for (;;) {
    const response = await request.get(url, { headers: { accept: "text/html" } });
    if (response.ok()) return pages;
    pages.push(await response.text());
    await setTimeout(BETWEEN_REQUESTS);
  }
}

test("a browser that comes during the first start sees how far it is, and then its page, without scripts", async ({
  browser,
  request,
}) => {
  // A first start makes a database, which takes most of a minute on a slow machine.
  test.slow();
  const dataDir = createDataDir();
  const server = await startBuiltServer({ DATA_DIR: dataDir });
  try {
    await server.listening();
    const start = readStart(request, server.url);
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
    await server.ready;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Browse");
    await expect(page).toHaveURL(`${server.url}/browse?order_by=popularity`);
    await context.close();
    const loading = (await start).filter((html) => html.includes("Loading the starter catalog"));
    expect(loading.at(-1)).toMatch(/<progress [^>]*aria-label="\d+ of \d+"/);
  } finally {
    server.signal("SIGTERM");
    await server.exited;
    await removeDataDir(dataDir);
  }
});
