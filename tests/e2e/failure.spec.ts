import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startBuiltServer } from "../support/server/built-server";
import { makeDataDir, removeDataDir } from "../support/database/data-dir";
import { seriousFaults } from "./support/axe";
import { expect, test } from "./support/person";

test("a failure of ours is told in words, with the number under which it stands in the log", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const dataDir = makeDataDir();
  const server = await startBuiltServer(
    { DATA_DIR: dataDir, NODE_ENV: "production" },
    "build/server/index.js",
  );
  try {
    await server.ready;
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    process.kill(postmaster, "SIGQUIT");
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).not.toBe(200);

    await page.emulateMedia({ reducedMotion: "reduce" });
    const answer = await page.goto(`${server.url}/anime/1`);
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something broke on our side");
    const id = answer?.headers()["x-request-id"] ?? "";
    expect(id).not.toBe("");
    await expect(page.getByText(`name this number: ${id}`)).toBeVisible();
    await expect(page.locator("html[data-js]")).toHaveCount(1);
    await expect(page.getByText(`name this number: ${id}`)).toBeVisible();
    expect(server.output().stdout).toContain(id);
    expect(await page.content()).not.toMatch(/ECONNREFUSED|postgres|select |at \w+ \(/i);
    expect(await seriousFaults(page)).toEqual([]);
  } finally {
    server.signal("SIGTERM");
    await server.ended;
    await removeDataDir(dataDir);
  }
});
