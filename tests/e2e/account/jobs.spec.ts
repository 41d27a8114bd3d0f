import { getFreePort } from "../../../scripts/support/free-port";
import { seriousViolations } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { signUp } from "../support/sign-up";

const server = startOwnServer(async () => ({
  JOBS: "on",
  // Jikan is away.
  JIKAN_BASE_URL: `http://127.0.0.1:${await getFreePort()}/v4`,
}));

test("an owner runs jobs and turns them on and off, with scripts and without", async ({ browser }, {
  project,
}) => {
  const { viewport, userAgent } = project.use;
  const open = async (javaScriptEnabled: boolean) =>
    browser.newContext({
      baseURL: server.url,
      javaScriptEnabled,
      ...(viewport === undefined ? {} : { viewport }),
      ...(userAgent === undefined ? {} : { userAgent }),
    });
  const owner = await open(true);
  await signUp(owner, { username: "Bulma", site: server.url });
  const page = await owner.newPage();
  await page.goto(await server.findOwnerLink());
  await page.getByRole("button", { name: "Become the owner" }).click();
  await page.getByRole("link", { name: "Jobs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Jobs");
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(20);

  const job = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await page.getByRole("button", { name: "Run now: Clean-up" }).click();
  await expect(page.getByText("The job starts as soon as possible.")).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(job("Clean-up")).toContainText("Done", { timeout: 1_000 });
  }).toPass();
  await expect(job("Clean-up")).toContainText(/Every hour, \d+ minutes past/);
  await expect(job("Check of sources")).toContainText(/Every day at \d/);
  await expect(job("Announced titles")).toContainText(/Every Monday at \d/);
  expect(await seriousViolations(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);

  await page.getByRole("button", { name: "Turn on: Backup" }).click();
  await expect(page.getByText("The job is on.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn off: Backup" })).toBeVisible();

  const plain = await open(false);
  await plain.addCookies(await owner.cookies());
  const plainPage = await plain.newPage();
  await plainPage.goto("/admin/jobs");
  await plainPage.getByRole("button", { name: "Turn off: Backup" }).click();
  await expect(plainPage.getByText("The job is off. It runs on request only.")).toBeVisible();
  await plainPage.goto("/admin/log");
  await expect(plainPage.getByText("Job turned off")).toBeVisible();
});
