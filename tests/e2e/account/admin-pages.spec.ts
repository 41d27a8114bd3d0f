import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pagesOf } from "../../support/pages";
import { checkPages, fits, isAccessible } from "../support/check-pages";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

const server = startOwnServer();

/** Lays files without content where backups are, one of them of more than 100 GB. */
function addBackups(): void {
  const folder = join(server.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  for (const [index, bytes] of [900, 35_000_000, 123_456_789_012].entries()) {
    const file = join(folder, `akari-2026-09-${String(28 + index)}T235959Z.tar`);
    writeFileSync(file, "");
    truncateSync(file, bytes);
  }
}

test("pages of the owner have no serious axe violation and fit small screens", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(context);
  const page = await context.newPage();
  await context.request.post("/api/user/wishes", { data: { animeId: 52991 } });
  addBackups();
  await checkPages(page, pagesOf("owner", { desktop: "axe" }));
  const tabs = page.getByRole("navigation", { name: "Administration" });
  expect(
    await tabs.getByRole("list", { name: "Accounts" }).getByRole("link").allInnerTexts(),
  ).toEqual(["People", "Invitations"]);
  await expect(
    tabs.getByRole("list", { name: "Server" }).getByRole("link", { name: "Health" }),
  ).toHaveAttribute("aria-current", "page");
  await page.goto("/admin/storage");
  const commands = page.locator("#backups summary");
  await expect(commands).toHaveCount(3);
  for (const command of await commands.all()) await command.click();
  for (const { property, watch } of [isAccessible, fits])
    expect(await (await watch(page))(), `open commands: ${property}`).toEqual([]);
  await context.close();
});
