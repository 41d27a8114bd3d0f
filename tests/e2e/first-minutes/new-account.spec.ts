import { randomUUID } from "node:crypto";
import { PASSWORD } from "../support/sign-up";
import { expect, test } from "../support/fixtures";
import { WEB_FONTS } from "../support/launch-options";

test.use(WEB_FONTS);

test("a visitor creates an account from Home with what is needed alone, and is welcomed there @main @phone-nightly", async ({
  page,
}) => {
  const email = `${randomUUID()}@akari.test`;
  await page.goto("/");
  const main = page.getByRole("main");
  await expect(main.getByText("A place of your own for anime")).toBeVisible();
  await expect(main.getByRole("link", { name: "Try the demo series" })).toHaveAttribute(
    "href",
    "/watch/2000000001/1",
  );
  await main.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("User name").fill("Faye");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your preferences");
  await page.getByRole("link", { name: "Skip this step" }).click();

  const start = main.getByRole("region", { name: "Get started" });
  for (const [name, path] of [
    ["Import your list", "/list/import"],
    ["Pick what you’ve seen", "/signup/tastes?edit"],
    ["Watch something", "/library"],
  ] as const)
    await expect(start.getByRole("link", { name })).toHaveAttribute("href", path);
  await expect(main.getByText("A place of your own for anime")).toBeHidden();

  await start.getByRole("link", { name: "Pick what you’ve seen" }).click();
  const seen = page.getByRole("checkbox", { name: /^Seen: / }).first();
  const title = ((await seen.getAttribute("aria-label")) ?? "").replace("Seen: ", "");
  await seen.check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL("/profile");
  await expect(main.getByRole("link", { name: "Choose favourites" }).first()).toHaveAttribute(
    "href",
    "/signup/tastes?edit=1",
  );
  await page.goto("/list?state=completed");
  await expect(main.getByRole("link", { name: title }).first()).toBeVisible();
});

test("a wrong password at sign-in is called wrong, however short it is", async ({
  page,
  browserErrors,
}) => {
  await page.goto("/signin");
  await page.getByLabel("Email").fill("faye@akari.test");
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  const field = page.getByLabel("Password", { exact: true });
  await expect(field).toHaveAccessibleDescription("Wrong email address, user name or password.");
  await expect(page.getByText("at least 8")).toBeHidden();
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*\/signin\.data/)]);
});
