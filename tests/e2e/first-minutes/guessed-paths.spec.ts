import { expect, test } from "../support/fixtures";
import { signUp } from "../support/sign-up";

test("paths that other sites have lead where users mean @main", async ({ page, context }) => {
  await page.goto("/login?returnTo=%2Flist");
  await expect(page).toHaveURL("/signin?returnTo=%2Flist");
  await page.goto("/register");
  await expect(page).toHaveURL("/signup");
  await page.goto("/search?q=bebop");
  await expect(page).toHaveURL("/browse?search_query=bebop");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("bebop");
  await page.goto("/logout");
  await expect(page).toHaveURL("/");
  await signUp(context);
  await page.goto("/logout");
  await expect(page).toHaveURL("/settings#sessions");
  await page
    .getByRole("button", { name: /sign out/i })
    .last()
    .click();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/signin\?/);
});

test("a random title that no filter allows leads to the listing with a sentence @main", async ({
  page,
}) => {
  await page.goto("/random?genre_filter=sports&year_filter=1901");
  await expect(page).toHaveURL(/\/browse\?.*genre_filter=sports/);
  await expect(page.getByText("No title matches these filters")).toBeVisible();
});
