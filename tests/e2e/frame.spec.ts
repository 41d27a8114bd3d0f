import type { Page } from "@playwright/test";
import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";
import { WEB_FONTS } from "./support/launch-options";

test.use(WEB_FONTS);

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
}

test("the first tab stop skips the header @main", async ({ page }) => {
  await page.goto("/browse");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the footer is as high before its links are there", async ({ page }) => {
  await page.goto("/forgot");
  const footer = page.getByRole("contentinfo");
  const height = () => footer.evaluate((element) => element.getBoundingClientRect().height);
  const heights = [];
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    heights.push(await height());
  }
  // What a browser draws of the document's first part.
  await footer.getByRole("list").evaluateAll((lists) => lists.forEach((list) => list.remove()));
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(Math.abs((await height()) - (heights.pop() ?? 0))).toBeLessThanOrEqual(1);
  }
});

test("slash focuses the search, except while typing", async ({ page }) => {
  await page.goto("/anime/52991/sousou-no-frieren");
  await waitForHydration(page);
  const search = page.getByRole("banner").getByRole("combobox");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(search).toHaveValue("a/b");
});

test("theme and title language change in place and persist @main @phone-nightly", async ({
  page,
}) => {
  await page.goto("/anime/52991/sousou-no-frieren");
  await waitForHydration(page);
  const dark = await background(page);
  await openSettings(page);
  await page.getByRole("button", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await background(page)).not.toBe(dark);
  await page
    .getByRole("group", { name: "Title language" })
    .getByRole("button", { name: "English" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frieren: Beyond Journey's End");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frieren: Beyond Journey's End");
});

test("a line shows that a slow page is on its way", async ({ page }) => {
  await page.goto("/browse");
  await waitForHydration(page);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/schedule.data*", async (route) => {
    await arrived;
    await route.continue();
  });
  const line = page.locator(".nav-progress");
  await expect(line).toHaveCount(0);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Discover" }).click();
  await header.getByRole("link", { name: "Schedule" }).click();
  await expect(line).toBeVisible();
  await expect(header.locator("[aria-current=page]")).toHaveText(["Browse"]);
  arrive();
  await expect(page).toHaveURL("/schedule");
  await expect(line).toHaveCount(0);
  await expect(header.locator("[aria-current=page]")).toHaveText(["Schedule"]);
});

test("images that fail leave what is drawn behind them, and no sign of the browser's", async ({
  page,
  browserErrors,
}) => {
  const image = (wanted: "shown" | "failed") =>
    page.evaluate(
      (isShown) =>
        [...document.images].filter(
          (each) =>
            each.complete &&
            each.naturalWidth === 0 &&
            each.checkVisibility({ visibilityProperty: true }) === isShown,
        ).length,
      wanted === "shown",
    );
  await page.route(/\/(?:media|api\/proxy)\b/, (route) => route.fulfill({ status: 503 }));
  for (const path of ["/watch/52991/1", "/anime/52991/sousou-no-frieren", "/"]) {
    await page.goto(path);
    await waitForHydration(page);
    await expect.poll(() => image("failed"), path).toBeGreaterThan(0);
    await expect.poll(() => image("shown"), path).toBe(0);
  }
  await page.unroute(/\/(?:media|api\/proxy)\b/);
  // The failures are what this test is about.
  expect(new Set(browserErrors.splice(0).map((error) => error.slice(0, 3)))).toEqual(
    new Set(["503"]),
  );
});

test("the system theme is followed when selected", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "akari_visitor", value: "theme=system", url: baseURL ?? "" }]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/browse");
  const dark = await background(page);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await background(page)).not.toBe(dark);
});

test("a signed-in user gets the account's settings and changes them there @main", async ({ page }, {
  project,
}) => {
  const name = `reader ${project.name}`;
  await signUp(page, { username: name });
  await page.request.post("/api/saveUserPreferences", {
    data: { enfasiscolor: "#f80", parentalControl: false },
  });
  await page.goto("/browse");
  await waitForHydration(page);
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
  // The button shows the choice before the account has stored it.
  const stored = async () =>
    (
      (await (await page.request.get("/api/user/preferences")).json()) as {
        data: { parentalControl: boolean; enfasiscolor: string };
      }
    ).data;
  await expect.poll(stored).toMatchObject({ parentalControl: true, enfasiscolor: "#f80" });
});

test("a random title is one of the catalog @phone-nightly", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Discover" }).click();
  await page
    .getByRole("navigation", { name: "Discover" })
    .getByRole("link", { name: "Random title" })
    .click();
  await expect(page).toHaveURL(/\/anime\/\d+/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const bar = page.getByRole("form", { name: "Random title" });
  await bar.getByRole("combobox", { name: "Type" }).selectOption("Movie");
  await bar.getByRole("button", { name: "Another" }).click();
  await expect(page).toHaveURL(/random=type_filter%3DMovie/);
  await expect(bar.getByRole("combobox", { name: "Type" })).toHaveValue("Movie");
  await expect(page.getByRole("main").locator("header")).toContainText("Movie");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the settings open, apply and return to the page @main @phone-nightly", async ({ page }) => {
    await page.goto("/browse?genre_filter=drama");
    await openSettings(page);
    await page.getByRole("button", { name: "Light" }).click();
    await expect(page).toHaveURL("/browse?genre_filter=drama");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });

  test("the not-found page offers a search", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await page.getByRole("main").getByRole("searchbox").fill("Cowboy Bebop");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/browse?search_query=Cowboy+Bebop");
  });
});
