import type { Page } from "@playwright/test";
import { signUp } from "./support/newcomer";
import { expect, scriptsRun, test } from "./support/person";

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).filter({ visible: true }).click();
}

test("the first tab stop leads past the header", async ({ page }) => {
  await page.goto("/browse");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a slash puts the cursor into the search, but not while typing", async ({ page }) => {
  await page.goto("/anime/52991/sousou-no-frieren");
  await scriptsRun(page);
  const search = page.getByRole("banner").getByRole("combobox");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(search).toHaveValue("a/b");
});

test("theme and title language change in place and stay", async ({ page }) => {
  await page.goto("/anime/52991/sousou-no-frieren");
  await scriptsRun(page);
  const dark = await background(page);
  await openSettings(page);
  await page.getByRole("button", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await background(page)).not.toBe(dark);
  await page
    .getByRole("group", { name: "Titles in" })
    .getByRole("button", { name: "English" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frieren: Beyond Journey's End");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frieren: Beyond Journey's End");
});

test("the system's theme is followed when that is the choice", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "akari_visitor", value: "theme=system", url: baseURL ?? "" }]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/browse");
  const dark = await background(page);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background(page)).not.toBe(dark);
});

test("somebody who is signed in gets the settings of the account, and changes them there", async ({
  page,
}, { project }) => {
  const name = `reader ${project.name}`;
  await signUp(page, { username: name });
  await page.request.post("/api/saveUserPreferences", {
    data: { enfasiscolor: "#f80", parentalControl: false },
  });
  await page.goto("/browse");
  await scriptsRun(page);
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent"),
    ),
  ).toBe("#ff8800");
  await openSettings(page);
  const control = page.getByRole("group", { name: "Parental control" });
  await expect(control.getByRole("button", { name: "Off" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await control.getByRole("button", { name: "On" }).click();
  await expect(control.getByRole("button", { name: "On" })).toHaveAttribute("aria-pressed", "true");
  // The button shows the choice at once, so the account may have it a moment later.
  const stored = async () =>
    (
      (await (await page.request.get("/api/user/preferences")).json()) as {
        data: { parentalControl: boolean; enfasiscolor: string };
      }
    ).data;
  await expect.poll(stored).toMatchObject({ parentalControl: true, enfasiscolor: "#f80" });
});

test("a random title is one of the catalog's", async ({ page, isMobile }) => {
  await page.goto("/");
  await page
    .getByRole("navigation", { name: isMobile ? "Main, at the bottom" : "Main" })
    .getByRole("link", { name: "Random" })
    .click();
  await expect(page).toHaveURL(/\/anime\/\d+/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

for (const path of [
  "/",
  "/browse?genre_filter=action",
  "/browse?view=list",
  "/anime/52991/sousou-no-frieren",
  "/genre/Drama",
  "/nowhere",
]) {
  test(`${path} never scrolls sideways, from the narrowest screen to a wide one`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    for (const width of [320, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `at ${width} px`,
      ).toBeLessThanOrEqual(0);
    }
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the settings open, apply and bring the visitor back", async ({ page }) => {
    await page.goto("/browse?genre_filter=drama");
    await openSettings(page);
    await page.getByRole("button", { name: "Light" }).click();
    await expect(page).toHaveURL("/browse?genre_filter=drama");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });

  test("a page that does not exist helps to search", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await page.getByRole("main").getByRole("searchbox").fill("Cowboy Bebop");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/browse?search_query=Cowboy+Bebop");
  });
});
