import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { importTitles, runCommand } from "../support/run-command";
import { signUp } from "../support/sign-up";

const server = startOwnServer();

const drama = (id: number, title: string) => ({
  ...{ mal_id: 1_900_000_000 + id, title, type: "TV", status: "Not yet aired" },
  ...{ genres: ["Drama"], popularity: 1 + id },
});

test("what is new in a followed search is on the page of saved searches until it is seen", async ({
  browser,
}) => {
  // Two commands start beside the site.
  test.slow();
  const context = await browser.newContext({ baseURL: server.url });
  await signUp(context);
  const page = await context.newPage();
  await page.goto("/browse?genre_filter=Drama");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Follow this search" }).click();
  const saved = page.getByRole("link", { name: /^Saved as / });
  await expect(saved).toBeVisible();
  await saved.click();
  await expect(page.getByRole("heading", { level: 1, name: "Saved searches" })).toBeVisible();
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("Following");
  await expect(row.getByText(/^\d+ new$/)).toHaveCount(0);

  importTitles(server, [drama(1, "A new drama"), drama(2, "Another new drama")]);
  runCommand(server, "jobs-run", "searches");
  await page.reload();
  await waitForHydration(page);
  await expect(row.getByText("2 new", { exact: true })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/");
  const rail = page.getByRole("region", { name: "New in your saved searches" });
  await expect(rail.getByRole("link", { name: /^Drama.*2 new$/ })).toBeVisible();

  await page.goto("/searches");
  await waitForHydration(page);
  await row.getByRole("button", { name: /^Mark as seen: / }).click();
  await expect(row.getByText(/^\d+ new$/)).toHaveCount(0);
  await expect(row.getByRole("button", { name: /^Mark as seen: / })).toHaveCount(0);
  await page.reload();
  await expect(row).toContainText("Following");
  await expect(row.getByText(/^\d+ new$/)).toHaveCount(0);
  await context.close();
});
