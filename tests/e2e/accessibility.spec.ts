import { pagesOf } from "../support/pages";
import { seriousViolations } from "./support/axe";
import { checkPages } from "./support/check-pages";
import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";
import { WEB_FONTS } from "./support/launch-options";

test.use(WEB_FONTS);

test("axe finds no serious violation in the open settings and filters, in either theme @main @phone", async ({
  page,
  isMobile,
}) => {
  await page.goto("/browse", { waitUntil: "domcontentloaded" });
  await waitForHydration(page);
  await page.getByRole("button", { name: "Quick settings" }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Quick settings" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  if (isMobile) {
    await page.getByRole("button", { name: /^Filters/ }).click();
    expect(await seriousViolations(page)).toEqual([]);
  }
});

test("axe finds no serious violation in the account menu, an undo toast and empty pages", async ({
  page,
  context,
}) => {
  const { request } = context;
  await signUp({ request });
  await checkPages(page, pagesOf("newcomer", { desktop: "axe" }));
  await request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/list");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Account of Faye" }).click();
  await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("status").getByRole("button", { name: "Undo" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});

test("axe finds no serious violation in rejected forms @main", async ({ page, browserErrors }) => {
  await page.goto("/signup");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/signin");
  await waitForHydration(page);
  await page.getByLabel("Email").fill("nobody@akari.test");
  await page.getByLabel("Password", { exact: true }).fill("Lantern!7road");
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  // The refusals are what this test is about.
  expect(browserErrors.splice(0).map((complaint) => complaint.slice(0, 3))).toEqual(["400", "400"]);
});

test("axe finds no serious violation in the player's menu and shortcut list @main @phone-nightly", async ({
  page,
  isMobile,
}) => {
  await page.goto("/watch/2000000001/1");
  await waitForHydration(page);
  for (const [menu, control] of [
    ["Player settings", page.getByRole("combobox", { name: "Speed" })],
    ["Subtitles", page.getByRole("radio", { name: "Off", exact: true })],
  ] as const) {
    await page.getByRole("button", { name: menu }).click();
    await expect(control).toBeVisible();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
  }
  if (isMobile) return;
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
});
