import type { Locator, Page } from "@playwright/test";
import { seriousViolations } from "./support/axe";
import { expect, test, waitForHydration } from "./support/fixtures";
import { SAMPLE_TITLE } from "./support/sample-episodes";
import { signUp } from "./support/sign-up";

const discoverButton = (page: Page) =>
  page.getByRole("button", { name: "Discover" }).filter({ visible: true });
const discoverMenu = (page: Page) => page.locator("#discover-menu nav");
const accountButton = (page: Page) => page.getByRole("button", { name: "Account of Faye" });
const accountMenu = (page: Page) => page.locator("#account-menu nav");
const mainNavigation = (page: Page, isMobile: boolean) =>
  page.getByRole("navigation", { name: isMobile ? "Main, bottom" : "Main", exact: true });

/** Pages that are named after a user, or after the present season, and any title. */
const NAMED_IN_TITLE = new Map([
  ["Profile", /^Profile · Akari$/],
  ["Season", /^\w+ \d+ season · Akari$/],
  ["Year in review", /^\d{4} in review · Akari$/],
  ["Random title", / · Akari$/],
]);

/** Each entry leads to the page of its name, and is the one that is marked there. */
async function followEntries(
  page: Page,
  navigation: Locator,
  open: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  await open();
  const links = navigation.locator("a").filter({ visible: true });
  const names = await links.allTextContents();
  for (const name of names)
    await test.step(name, async () => {
      if ((await links.count()) === 0) await open();
      await links.getByText(name, { exact: true }).click();
      await expect(page).toHaveTitle(NAMED_IN_TITLE.get(name) ?? `${name} · Akari`);
      if (!NAMED_IN_TITLE.has(name))
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      if (name === "Random title") return;
      const marked = page.locator(
        ":is(body > header nav, nav[aria-label='Main, bottom']) [aria-current=page]",
      );
      await expect(navigation.locator("[aria-current=page]")).toHaveText([name]);
      // The bar on phones repeats the header's.
      const places = await marked.evaluateAll((elements) =>
        elements.map((element) => element.getAttribute("href")),
      );
      expect(new Set(places).size).toBe(1);
    });
  return names;
}

test("every entry of the navigation leads to the page of its name, and is marked there @main @phone", async ({
  page,
  isMobile,
}) => {
  test.slow();
  await signUp(page);
  await page.request.post("/api/user/watchlist/seen", {
    data: { animeId: SAMPLE_TITLE, episodes: 1 },
  });
  await page.goto("/schedule");
  await waitForHydration(page);
  const wide = ["Home", "Browse", "Library", "My list"];
  expect(await followEntries(page, mainNavigation(page, isMobile))).toEqual(wide);
  expect(await followEntries(page, discoverMenu(page), () => discoverButton(page).click())).toEqual(
    ["Suggestions", "Season", "Schedule", "Missed sequels", "Random title"],
  );
  expect(await followEntries(page, accountMenu(page), () => accountButton(page).click())).toEqual([
    "Profile",
    "Statistics",
    "Year in review",
    "Watch history",
    "Saved searches",
    "Your wishes",
    "Import a list",
    "Watch together",
    "Settings",
  ]);
});

test("the footer lists every page, rooms and documentation too", async ({ page }) => {
  await signUp(page);
  await page.goto("/schedule");
  await waitForHydration(page);
  const hrefs = (links: Locator) =>
    links.evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
  const footer = page.getByRole("contentinfo").getByRole("navigation", { name: "Site map" });
  expect(await hrefs(footer.getByRole("link"))).toEqual(
    expect.arrayContaining([
      ...(await hrefs(page.getByRole("banner").locator("nav a"))),
      "/room",
      "/docs",
    ]),
  );
  await expect(footer.locator("[aria-current=page]")).toHaveText(["Schedule"]);
  await footer.getByRole("link", { name: "Watch together" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Watch together");
});

test("a room is found again behind Watch together until it is left", async ({ page }) => {
  await page.goto(`/watch/${SAMPLE_TITLE}/1`);
  await waitForHydration(page);
  await page.getByRole("main").getByRole("button", { name: "Watch together" }).click();
  await expect(page).toHaveURL(/\/room\/[\w-]{22}$/);
  const room = new URL(page.url()).pathname;
  await page.getByRole("contentinfo").getByRole("link", { name: "Watch together" }).click();
  await expect(page.getByRole("heading", { name: "Your rooms" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.locator(`a[href="${room}"]`).click();
  await expect(page).toHaveURL(room);
  await page.getByRole("button", { name: "Leave room" }).click();
  await expect(page).toHaveURL(`/watch/${SAMPLE_TITLE}/1`);
  await page.goto("/room");
  await expect(page.getByRole("heading", { name: "You’re not in a room" })).toBeVisible();
});

test("menus open, move and close with the keyboard @main", async ({ page }) => {
  await signUp(page);
  await page.goto("/browse");
  await waitForHydration(page);
  for (const [button, menu, first, last] of [
    [discoverButton(page), discoverMenu(page), "Suggestions", "Random title"],
    [accountButton(page), page.locator("#account-menu"), "Profile", "Sign out"],
  ] as const) {
    const keys = page.waitForResponse(/menu-keys/).catch(() => null);
    await button.focus();
    if (first === "Suggestions") await keys;
    await expect(async () => {
      await button.press("ArrowDown");
      await expect(menu).toBeVisible({ timeout: 500 });
    }).toPass();
    const item = (name: string) => menu.getByText(name, { exact: true });
    await expect(item(first)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(item(last)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(item(first)).toBeFocused();
    await page.keyboard.press("End");
    await expect(item(last)).toBeFocused();
    await page.keyboard.press("Home");
    await expect(item(first)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test("the open Discover menu passes axe, and hangs below its button @main @phone", async ({
  page,
  isMobile,
}) => {
  await page.goto("/browse");
  await waitForHydration(page);
  await discoverButton(page).click();
  expect(await seriousViolations(page)).toEqual([]);
  const [button, menu] = [
    await discoverButton(page).boundingBox(),
    await page.locator("#discover-menu").boundingBox(),
  ];
  if (button === null || menu === null) throw new Error("a box is missing");
  if (isMobile) expect(Math.abs(menu.y + menu.height - button.y)).toBeLessThan(4);
  else {
    expect(Math.abs(menu.x - button.x)).toBeLessThan(4);
    expect(menu.y - button.y - button.height).toBeLessThan(16);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the Discover menu opens, and leads to a page where its entry is marked @main @phone", async ({
    page,
  }) => {
    await page.goto("/browse");
    await discoverButton(page).click();
    await discoverMenu(page).getByRole("link", { name: "Schedule" }).click();
    await expect(page).toHaveURL("/schedule");
    await expect(discoverMenu(page)).toBeHidden();
    await expect(discoverButton(page)).toHaveAttribute("aria-current", "true");
    await discoverButton(page).click();
    await expect(discoverMenu(page).locator("[aria-current=page]")).toHaveText(["Schedule"]);
    await page.keyboard.press("Escape");
    await expect(discoverMenu(page)).toBeHidden();
  });
});
