import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

const root = join(import.meta.dirname, "../../..");
const server = startOwnServer(() => ({ MEDIA_SCAN_MINUTES: "0" }));
let folder: MediaFolder;

/** An operator command on the server's database. */
function command(name: string, args: readonly string[]): void {
  execFileSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(root, `cli/${name}.ts`), ...args],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: "", DATA_DIR: server.dataDir },
      stdio: "ignore",
    },
  );
}

test.beforeAll(() => {
  folder = createMediaFolder();
  folder.add("Frieren/[Group] Sousou no Frieren - 01 (1080p).mkv");
  folder.add("Nazo no Bangumi/Nazo no Bangumi - 13.mkv", "h264-opus.mkv");
  folder.add("Nazo no Bangumi/Nazo no Bangumi - 14.mkv", "h264-flac16.mkv");
  folder.add("Home Videos/Home Videos - 01.mkv", "h264-mp3.mkv");
  folder.write("Nazo no Bangumi/Nazo no Bangumi - 15.wmv", "other");
  command("media-add", [folder.path, "--name", "shows"]);
});

test.afterAll(() => folder.remove());

test("a moderator decides groups once, without scripts, and finds what was not used", async ({
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
  const { email } = await signUp(context, { username: "Kikyou", site: server.url });
  expect((await page.goto("/admin/library"))?.status()).toBe(404);
  command("people-role", [email, "moderator"]);
  await page.goto("/admin/library");
  const waiting = page.getByRole("region", { name: "Waiting for a decision" });
  await expect(waiting.getByRole("heading", { level: 3 })).toHaveText([
    "Home Videos",
    "Nazo no Bangumi",
  ]);

  await waiting.getByRole("link", { name: "Review Nazo no Bangumi" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nazo no Bangumi");
  await expect(page.getByText("Episode 13")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search for another title" }).fill("frieren");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: /^Sousou no Frieren TV/ }).check();
  await page.getByLabel("Episode offset").fill("lots");
  await page.getByRole("button", { name: "Attach" }).click();
  await expect(page.getByText(/whole number from -5,?000 to 5,?000/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search for another title" }).fill("frieren");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: /^Sousou no Frieren TV/ }).check();
  await page.getByLabel("Episode offset").fill("-11");
  await page.getByRole("button", { name: "Attach" }).click();
  await expect(page.getByText("Files attached.")).toBeVisible();

  await waiting.getByRole("link", { name: "Review Home Videos" }).click();
  await page.getByRole("button", { name: "Not anime" }).click();
  await expect(page.getByText("Files ignored.")).toBeVisible();
  await expect(page.getByText("Every file is attached")).toBeVisible();
  const folders = page.getByRole("region", { name: "Folders" });
  await expect(folders).toContainText("4 files in");

  await folders
    .locator("dt", { hasText: "Not used" })
    .locator("xpath=..")
    .getByRole("link")
    .click();
  await expect(page.getByText("Home Videos/Home Videos - 01.mkv")).toBeVisible();
  await expect(page.getByText("it is not anime")).toBeVisible();
  await page.getByRole("link", { name: "Skipped" }).click();
  await expect(page.getByText(".wmv files are not read")).toBeVisible();
  await page.getByRole("link", { name: "Decided" }).click();
  await page.getByRole("button", { name: /Home Videos/ }).click();
  await expect(page.getByText("Decision undone.")).toBeVisible();
  await expect(waiting.getByRole("heading", { level: 3 })).toHaveText(["Home Videos"]);
  await waiting.getByRole("button", { name: "Ignore Home Videos" }).click();
  await expect(page.getByText("Files ignored.")).toBeVisible();
  await context.close();
});

test("Scan now takes up new files while the page is open", async ({ browser }, { project }) => {
  const { viewport, userAgent } = project.use;
  const context = await browser.newContext({
    baseURL: server.url,
    ...(viewport === undefined ? {} : { viewport }),
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  const page = await context.newPage();
  const { email } = await signUp(context, { username: "Sango", site: server.url });
  command("people-role", [email, "moderator"]);
  folder.add("Atarashii/Atarashii - 01.mkv", "h264-ac3.mkv");
  await page.goto("/admin/library");
  await page.getByRole("button", { name: "Scan now" }).click();
  await expect(page.getByText("Scan started.")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Atarashii" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (const path of [
    "",
    "/group?folder=shows&group=Atarashii+%7C+atarashii",
    "/group?folder=shows&group=Atarashii+%7C+atarashii&q=frieren",
    "/files?folder=shows",
    "/files?folder=shows&show=skipped",
    "/files?folder=shows&show=decided",
  ]) {
    await page.goto(`/admin/library${path}`);
    expect([path, ...(await seriousViolations(page))]).toEqual([path]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
    const shots = process.env["SHOTS"];
    if (shots !== undefined)
      await page.screenshot({
        path: join(shots, `${project.name}-${path.replace(/\W+/g, "_")}.png`),
        fullPage: true,
      });
  }
  await context.close();
});
