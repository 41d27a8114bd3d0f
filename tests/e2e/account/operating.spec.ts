import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

const server = startOwnServer();

test("an owner imports a file, attaches a source and clears a cache without scripts", async ({
  browser,
}, { project }) => {
  const { viewport, userAgent } = project.use;
  const context = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    ...(viewport === undefined ? {} : { viewport }),
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const page = await context.newPage();
  await signUp(context, { site: server.url });
  await page.goto(await server.findOwnerLink());
  await page.getByRole("button", { name: "Become the owner" }).click();

  await page.goto("/admin/catalog");
  const rows = [{ mal_id: 900_000_001, title: "Home videos" }, { mal_id: 900_000_002 }];
  await page.locator('input[type="file"]').setInputFiles({
    name: "home.ndjson",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n")),
  });
  await page.getByRole("button", { name: "Upload and import" }).click();
  const result = page.getByText("1 added, 0 changed, 0 unchanged, 1 rejected");
  const rejected = page.getByRole("link", { name: "Download rejected rows" });
  await expect(async () => {
    await page.goto("/admin/catalog");
    await expect(rejected).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(result).toBeVisible();
  const downloading = page.waitForEvent("download");
  await rejected.click();
  expect((await downloading).suggestedFilename()).toMatch(/^import-\d+\.rejected\.ndjson$/);

  await page.goto("/admin/sources");
  const adding = page.getByRole("form", { name: "Add source" });
  await adding.getByLabel("Title").fill("900000001");
  await adding.getByLabel("Episode").fill("1");
  await adding.getByLabel("URL").fill("/media/demo/none.m3u8");
  await adding.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByText("This can’t be played: there is no such file.")).toBeVisible();
  await adding.getByLabel("URL").fill("/media/demo/1/master.m3u8");
  await adding.getByRole("button", { name: "Add source" }).click();
  await expect(page.getByText("Source added.")).toBeVisible();
  await page.getByRole("button", { name: "Check the source of Home videos, episode 1" }).click();
  await expect(page.getByText("The source works.")).toBeVisible();

  await page.goto("/anime/900000001");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("link", { name: "Edit title" }).click();
  const facts = page.getByRole("form", { name: "Facts" });
  await facts.getByLabel("Title", { exact: true }).fill("Our holidays");
  await facts.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Corrected. The last import has: Home videos")).toBeVisible();
  await page.goto("/anime/900000001");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our holidays");

  await page.goto("/admin/storage");
  await page.getByRole("button", { name: "Clear the cache: Encoded video" }).click();
  await expect(page.getByText("Cache cleared.")).toBeVisible();

  const scripted = await browser.newContext({
    baseURL: server.url,
    storageState: await context.storageState(),
    ...(viewport === undefined ? {} : { viewport }),
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const checked = await scripted.newPage();
  for (const path of ["/catalog", "/titles/900000001", "/sources", "/storage", "/health"]) {
    await checked.goto(`/admin${path}`);
    expect([path, ...(await seriousViolations(checked))]).toEqual([path]);
    const overflow = await checked.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
  await scripted.close();
  await context.close();
});
