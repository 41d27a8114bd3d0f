import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startBuiltServer } from "../../scripts/support/built-server";
import { removeDataDir } from "../../scripts/support/data-dir";
import { seriousViolations } from "./support/axe";
import { expect, test } from "./support/fixtures";
import { createSiteDataDir } from "./support/site-data-dir";

test("a server error page shows the request id that is logged", async ({ page }) => {
  const dataDir = createSiteDataDir();
  const server = await startBuiltServer({ DATA_DIR: dataDir });
  try {
    await server.ready;
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    // The site would restart it in between.
    appendFileSync(join(dataDir, "postgres", "postgresql.auto.conf"), "not a setting\n");
    process.kill(postmaster, "SIGQUIT");
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).not.toBe(200);

    const response = await page.goto(`${server.url}/anime/1`);
    expect(response?.status()).toBe(500);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
    const id = response?.headers()["x-request-id"] ?? "";
    expect(id).not.toBe("");
    await expect(page.getByText(`include the request ID: ${id}`)).toBeVisible();
    await expect(page.locator("html[data-js]")).toHaveCount(1);
    await expect(page.getByText(`include the request ID: ${id}`)).toBeVisible();
    expect(server.output().stdout).toContain(id);
    expect(await page.content()).not.toMatch(/ECONNREFUSED|postgres|select |at \w+ \(/i);
    expect(await seriousViolations(page)).toEqual([]);
    const [again] = await Promise.all([
      page.waitForResponse(`${server.url}/anime/1`),
      page.getByRole("link", { name: "Try again" }).click(),
    ]);
    expect(again.status()).toBe(500);
  } finally {
    server.signal("SIGTERM");
    await server.exited;
    await removeDataDir(dataDir);
  }
});
