import type { Page } from "@playwright/test";
import { PASSWORD, signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

let made = 0;

function newUser(project: string, label: string): { name: string; email: string } {
  made += 1;
  return {
    name: `Reader ${label}`,
    email: `${label}-${project}-${String(made)}-${String(Date.now())}@account.test`,
  };
}

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign in" }).click();
}

const menuButton = (page: Page) => page.getByRole("button", { name: /^Account of/ });

test("a user signs in by name, which one account has, and not by one that two have @main", async ({
  page,
  context,
  browserErrors,
}) => {
  const signInAs = async (name: string, password = PASSWORD) => {
    await page.goto("/signin?returnTo=%2Flist");
    await waitForHydration(page);
    await page.getByRole("textbox", { name: "Email address or user name" }).fill(name);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  const [alone, shared] = ["alone", "shared"].map((kind) => `${kind} ${String(Date.now())}`);
  for (const username of [alone, shared, shared?.toUpperCase()]) {
    await signUp(context, { username: username ?? "" });
    await context.clearCookies();
  }
  for (const [name, password] of [
    [shared ?? "", PASSWORD],
    [`nobody ${String(Date.now())}`, PASSWORD],
    [alone ?? "", "Wrong!7road"],
  ] as const) {
    await signInAs(name, password);
    await expect(page.getByRole("alert")).toHaveText("Wrong email address, user name or password.");
    await expect(page).toHaveURL(/\/signin/);
  }
  await signInAs(alone ?? "");
  await expect(page).toHaveURL("/list");
  await expect(page.getByRole("button", { name: `Account of ${alone ?? ""}` })).toBeVisible();
  expect(browserErrors.splice(0).every((error) => error.startsWith("400"))).toBe(true);
});

test("a new user signs up step by step, with password rules ticked while typing @main @phone-nightly", async ({
  page,
}, { project }) => {
  const user = newUser(project.name, "steps");
  await page.goto("/signup?returnTo=%2Fbrowse%3Fgenre_filter%3Ddrama");
  await waitForHydration(page);
  await page.getByLabel("User name").fill(user.name);
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await expect(page.locator("[data-met=true]")).toHaveText(["a lowercase letter, done"]);
  await page.getByLabel("Password", { exact: true }).fill("Password1!");
  await expect(page.getByText("commonly used password")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.locator("[data-met=true]")).toHaveCount(5);
  await expect(page.getByText("commonly used password")).toHaveCount(0);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
  await page.getByLabel("Last name").fill("Valentine");
  await page.getByLabel("Gender").selectOption("Female");
  await page.getByLabel("Birthday").fill("1994-08-14");
  await page.getByRole("button", { name: "Save and continue" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your preferences");
  await page.getByRole("searchbox", { name: "Search other titles" }).fill("frieren");
  await page.getByRole("searchbox", { name: "Search other titles" }).press("Enter");
  const titles = page.getByRole("group", { name: "Titles you know" });
  await expect(titles.getByRole("status")).toContainText("frieren");
  await titles
    .getByRole("checkbox", { name: /^Favourite: / })
    .first()
    .check();
  const seen = titles.getByRole("checkbox", { name: /^Seen: / }).nth(1);
  const seenTitle = ((await seen.getAttribute("aria-label")) ?? "").replace("Seen: ", "");
  await seen.check();
  await page.getByRole("checkbox", { name: "Madhouse" }).check();
  await page.getByRole("checkbox", { name: "Drama", exact: true }).check();
  await page.getByText("More about your taste").click();
  await page.getByLabel("You are").selectOption("Otaku");
  await page.getByRole("button", { name: "Save and finish" }).click();

  await expect(page).toHaveURL("/browse?genre_filter=drama");
  await menuButton(page).click();
  await page
    .getByRole("navigation", { name: "Account" })
    .getByRole("link", { name: "Profile" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reader steps Valentine");
  await expect(
    page.getByRole("region", { name: "Favourite titles" }).getByRole("link"),
  ).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Favourite genres" }).getByRole("link")).toHaveText(
    "Drama",
  );
  await page.goto("/list?state=completed");
  await expect(page.getByRole("main").getByRole("link", { name: seenTitle }).first()).toBeVisible();
});

test("signing out and in again returns to the page that required it @main", async ({ page }) => {
  const user = await signUp(page);
  await page.goto("/");
  await menuButton(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/settings");
  await expect(page).toHaveURL("/signin?returnTo=%2Fsettings");
  await waitForHydration(page);
  await fillSignIn(page, user.email);
  await expect(page).toHaveURL("/settings");
  await expect(page.getByText(`Signed in as ${user.email}`)).toBeVisible();
});

test("the forms work behind a TLS-terminating proxy, and reject other origins", async ({
  page,
  baseURL,
}) => {
  const form = { email: "nobody@account.test", password: PASSWORD };
  const post = (origin: string) => page.request.post("/signin", { form, headers: { origin } });
  const behindTls = await post((baseURL ?? "").replace("http:", "https:"));
  expect(await behindTls.text()).toContain("Wrong email address, user name or password.");
  for (const origin of ["https://elsewhere.test", "null"])
    expect((await post(origin)).status()).toBe(403);
});

test("accent and parental control are changed in the settings and persist", async ({ page }) => {
  await signUp(page);
  await page.goto("/settings");
  await waitForHydration(page);
  const accent = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  await page.getByRole("button", { name: "Rose" }).click();
  await expect.poll(accent).toBe("#c2255c");
  await page.getByRole("checkbox", { name: "Parental control" }).uncheck();
  await expect
    .poll(async (): Promise<unknown> => (await page.request.get("/api/user/preferences")).json())
    .toMatchObject({ data: { enfasiscolor: "#c2255c", parentalControl: false } });
  await page.reload();
  expect(await accent()).toBe("#c2255c");
  await expect(page.getByRole("checkbox", { name: "Parental control" })).not.toBeChecked();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a new user signs up, sees errors, skips the steps and deletes the account @main @phone-nightly", async ({
    page,
  }, { project }) => {
    const user = newUser(project.name, "plain");
    await page.goto("/signup");
    await page.getByLabel("User name").fill(user.name);
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("User name")).toHaveValue(user.name);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      /The password needs/,
    );
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: "Skip this step" }).click();
    await page.getByRole("link", { name: "Skip this step" }).click();
    await expect(page).toHaveURL("/");

    await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "All settings" }).click();
    await page.getByText("Delete account…").click();
    const form = page.getByRole("form", { name: "Delete account" });
    await form.getByRole("button", { name: "Delete permanently" }).click();
    await expect(form.getByLabel(/^Yes, delete/)).toHaveAccessibleDescription(/./);
    await form.getByLabel(/^Yes, delete/).check();
    await form.getByRole("button", { name: "Delete permanently" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();

    await page.goto("/signin");
    await fillSignIn(page, user.email);
    await expect(page.getByRole("alert")).toHaveText("Wrong email address, user name or password.");
    await expect(page.getByLabel("Email")).toHaveValue(user.email);
  });
});
