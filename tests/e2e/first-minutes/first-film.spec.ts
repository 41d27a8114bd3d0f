import type { Locator } from "@playwright/test";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { PASSWORD } from "../support/sign-up";
import { timeOf } from "../support/watching";

let home: MediaFolder;
const server = startOwnServer(() => {
  home = createMediaFolder();
  home.add("Videos/Frieren/[Group] Sousou no Frieren - 01 (1080p).mkv", "av1-opus.mkv");
  return { HOME: home.path };
});
test.afterAll(() => home.remove());

test("the first start's link and eight clicks lead to one's own film playing", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  let clicks = 0;
  const click = async (control: Locator) => {
    await control.click();
    clicks += 1;
  };
  await page.goto(await server.findOwnerLink());
  await expect(page.getByText("This account will be the owner of this site.")).toBeVisible();
  await page.getByLabel("User name").fill("Faye");
  await page.getByLabel("Email").fill("faye@akari.test");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await click(page.getByRole("button", { name: "Create account" }));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
  const library = page.getByRole("banner").getByRole("link", { name: "Library" });
  await click(library);
  await click(page.getByRole("link", { name: "Add a folder" }));
  await click(page.getByRole("link", { name: "Videos" }));
  await click(page.getByRole("button", { name: "Add this folder" }));
  await expect(page.getByRole("region", { name: "Folders" })).toContainText("1 file in");
  await click(library);
  await click(page.getByRole("link", { name: /Sousou no Frieren/ }).first());
  await click(page.getByRole("link", { name: "Watch episode 1" }));
  await timeOf(page).toBeGreaterThan(0.2);
  expect(clicks).toBeLessThanOrEqual(8);
  await context.close();
});
