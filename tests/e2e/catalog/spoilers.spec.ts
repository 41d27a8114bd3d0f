import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const FRIEREN = "/anime/52991/sousou-no-frieren";
const THIRD_TITLE = "Killing Magic";

const titleList = (page: Page) => page.getByRole("region", { name: /^\d+ episodes$/ });
const row = (page: Page, number: number) =>
  titleList(page)
    .getByRole("listitem")
    .nth(number - 1);

async function hideSpoilers(page: Page, { scripts }: { scripts: boolean }): Promise<void> {
  await page.goto("/settings");
  if (scripts) await waitForHydration(page);
  const form = page.getByRole("form", { name: "Spoilers and filler" });
  for (const name of [/^Hide titles/, /^Hide synopses/, /^Hide average scores/])
    await form.getByRole("checkbox", { name }).check();
  if (!scripts) await form.getByRole("button", { name: "Save spoiler settings" }).click();
  await expect(page.getByRole("status")).toHaveText("Settings saved.");
}

test("titles of unwatched episodes and scores appear when asked for @main @phone-nightly", async ({
  page,
}) => {
  await signUp(page);
  await hideSpoilers(page, { scripts: true });
  await page.goto(FRIEREN);
  await waitForHydration(page);
  await expect(row(page, 3)).toContainText("Episode 3");
  await expect(page.getByText(THIRD_TITLE)).toHaveCount(0);
  await page.getByRole("link", { name: "Show the title of episode 3", exact: true }).click();
  await expect(row(page, 3)).toContainText(THIRD_TITLE);
  await expect(
    row(page, 2).getByRole("link", { name: "Show the title of episode 2" }),
  ).toBeVisible();
  await expect(page).toHaveURL(`${FRIEREN}?reveal=3`);
  await page.getByRole("link", { name: "Show score" }).click();
  await expect(page.getByText(/^9\.\d\d$/).first()).toBeVisible();
  await expect(row(page, 3)).toContainText(THIRD_TITLE);
  await page.getByRole("link", { name: "Show hidden titles" }).click();
  await expect(page.getByRole("link", { name: "Show title" })).toHaveCount(0);
  // Leaving hides them again.
  await page.goto("/watch/52991/3");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Episode 3");
  await page.getByRole("link", { name: "Show episode details" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(THIRD_TITLE);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links show what is hidden", async ({ page }) => {
    await signUp(page.context());
    await hideSpoilers(page, { scripts: false });
    await page.goto(FRIEREN);
    expect(await page.content()).not.toContain(THIRD_TITLE);
    await page.getByRole("link", { name: "Show the title of episode 3", exact: true }).click();
    await expect(row(page, 3)).toContainText(THIRD_TITLE);
  });
});
