import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { pagesOf } from "../../support/pages";
import { checkPages } from "../support/check-pages";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";

let disk: MediaFolder;
const server = startOwnServer(() => {
  disk = createMediaFolder();
  return { MEDIA_ROOTS: disk.path };
});
let state: Awaited<ReturnType<BrowserContext["storageState"]>>;

test.beforeAll(async ({ browser }) => {
  mkdirSync(join(disk.path, "films"));
  for (const name of ["shows", "scripted"]) {
    disk.add(`${name}/Frieren/[Group] Sousou no Frieren - 01 (1080p).mkv`);
    disk.add(`${name}/Nazo no Bangumi - 13.mkv`, "h264-opus.mkv");
  }
  const context = await browser.newContext({ baseURL: server.url });
  await server.becomeOwner(context);
  state = await context.storageState();
  await context.close();
});
test.afterAll(() => disk.remove());

async function openAsOwner(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const { viewport, userAgent } = test.info().project.use;
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: state,
    javaScriptEnabled,
    ...(viewport === undefined ? {} : { viewport }),
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  return context.newPage();
}

const countOf = (page: Page, label: string) =>
  page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("xpath=following-sibling::dd");

/** Adds the first folder, manages it and removes it, with links and forms. */
async function manageFolder(page: Page, name: string, hasScripts: boolean): Promise<void> {
  await page.goto("/admin/library");
  await page.getByRole("link", { name: "Add a folder" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add a folder");
  const path = page.getByLabel("Path of a folder");
  await path.fill(dirname(disk.path));
  await page.getByRole("button", { name: "Open" }).click();
  await expect(path).toHaveAccessibleDescription(/Choose a folder at or below/);
  await page.getByRole("link", { name: disk.path }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(join(disk.path, name));
  await expect(page.getByText("1 video file directly in it.")).toBeVisible();
  await page.getByRole("link", { name: "Frieren" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(
    join(disk.path, name, "Frieren"),
  );
  await page.getByRole("link", { name: `Up to ${join(disk.path, name)}` }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(join(disk.path, name));
  await page.getByRole("button", { name: "Add this folder" }).click();
  await expect(page.getByText("Folder added.")).toBeVisible();
  const folders = page.getByRole("region", { name: "Folders" });
  await expect(folders.getByRole("heading", { level: 3 })).toHaveText([name]);
  await expect(async () => {
    if (!hasScripts) await page.reload();
    // The scan has ended; it counts episodes before.
    await expect(folders).toContainText("2 files in", { timeout: 3_000 });
    await expect(countOf(page, "Episodes")).toHaveText("1", { timeout: 3_000 });
  }).toPass();
  await expect(countOf(page, "Titles")).toHaveText("1");
  await expect(countOf(page, "Files")).toHaveText(/^2 \(/);
  await expect(folders).toContainText("every 15 minutes");

  await countOf(page, "Waiting").getByRole("link").click();
  await expect(page).toHaveURL(/folder=.*#doubtful$/);
  await expect(page.getByRole("link", { name: "Review Nazo no Bangumi" })).toBeInViewport();

  await page.getByRole("button", { name: `Stop watching ${name}` }).click();
  await expect(page.getByText("The folder is scanned on request only.")).toBeVisible();
  await expect(folders).toContainText("Not watched");
  await page.getByRole("button", { name: `Watch ${name}` }).click();
  await expect(page.getByText("The folder is scanned when its files change.")).toBeVisible();
  await page.getByRole("button", { name: `Scan ${name}` }).click();
  await expect(page.getByText("Scan started.")).toBeVisible();

  await page.getByRole("link", { name: `Remove ${name}` }).click();
  await expect(page.getByText("Its 2 files stay on the disk.")).toBeVisible();
  await expect(page.getByText("1 episode of 1 title no longer plays from it.")).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Folder removed.")).toBeVisible();
  await expect(page.getByText("Add a folder with your video files")).toBeVisible();
  expect(existsSync(join(disk.path, name, "Nazo no Bangumi - 13.mkv"))).toBe(true);
  await page.goto("/admin/log");
  await expect(page.getByText("Media folder added")).not.toHaveCount(0);
  await expect(page.getByText("Media folder removed")).not.toHaveCount(0);
}

test("an owner adds, scans, watches and removes a media folder @main @phone-nightly", async ({
  browser,
}) => {
  const page = await openAsOwner(browser, true);
  await manageFolder(page, "scripted", true);
  await page.context().close();
});

test("an owner manages a media folder without scripts @nightly", async ({ browser }) => {
  const page = await openAsOwner(browser, false);
  await manageFolder(page, "shows", false);
  await page.context().close();
});

test("the pages of media folders have no serious axe violation and fit small screens", async ({
  browser,
}) => {
  const page = await openAsOwner(browser, true);
  const opened = `/admin/library/add?${new URLSearchParams({ folder: join(disk.path, "films") }).toString()}`;
  await checkPages(page, [{ name: "an opened folder", path: opened }]);
  await page.getByRole("button", { name: "Add this folder" }).click();
  await expect(page.getByText("Folder added.")).toBeVisible();
  await checkPages(page, pagesOf("owner with a folder", { desktop: "axe" }));
  await page.context().close();
});
