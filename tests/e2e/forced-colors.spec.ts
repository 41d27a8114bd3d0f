import type { Locator, Page } from "@playwright/test";
import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

/** Whether the fill of an element, or of what precedes its content, differs from its background. */
function hasContrast(locator: Locator, drawn?: "::before"): Promise<boolean> {
  return locator.evaluate((element, drawn) => {
    const clear = (color: string) => color === "rgba(0, 0, 0, 0)";
    const own = getComputedStyle(element, drawn).backgroundColor;
    let behind = drawn === undefined ? element.parentElement : element;
    while (behind !== null && clear(getComputedStyle(behind).backgroundColor))
      behind = behind.parentElement;
    return (
      !clear(own) && own !== getComputedStyle(behind ?? document.documentElement).backgroundColor
    );
  }, drawn);
}

/** The width in pixels of the focus outline, or 0 if it has the page's color. */
function focusRing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
      document.activeElement ?? document.body,
    );
    return outlineStyle === "none" ||
      outlineColor === getComputedStyle(document.documentElement).backgroundColor
      ? 0
      : Number.parseFloat(outlineWidth);
  });
}

async function user(page: Page): Promise<void> {
  const { request } = page.context();
  await signUp({ request });
  await request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await request.post("/api/user/watchList", { data: { animeId: 5114, type: "Completed" } });
  await request.post("/api/user/progress", {
    data: { animeId: 2_000_000_001, episode: 1, position: 20, duration: 40 },
  });
}

test("forced colors show the focus and the borders of buttons", async ({ page }) => {
  await page.goto("/signin");
  await waitForHydration(page);
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    expect(
      await focusRing(page),
      await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ""),
    ).toBeGreaterThanOrEqual(2);
  }
  const submit = page.getByRole("main").getByRole("button", { name: "Sign in" });
  expect(
    await submit.evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth)),
  ).toBeGreaterThan(0);
  await page.goto("/browse?genre_filter=drama");
  const chip = page.getByRole("link", { name: "Remove Drama" });
  expect(
    await chip.evaluate((link) => Number.parseFloat(getComputedStyle(link).borderTopWidth)),
  ).toBeGreaterThan(0);
});

test("forced colors show the selected option @nightly", async ({ page }) => {
  await user(page);
  await page.goto("/anime/52991/sousou-no-frieren");
  await waitForHydration(page);
  const watching = page.getByRole("button", { name: "Watching", exact: true, pressed: true });
  expect(await hasContrast(watching)).toBe(true);
  const other = page.getByRole("button", { name: "Completed", exact: true, pressed: false });
  const fill = (button: Locator) =>
    button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await fill(watching)).not.toBe(await fill(other));
  await page
    .getByRole("button", { name: "Quick settings" })
    .filter({ visible: true })
    .first()
    .click();
  const panel = page.getByRole("dialog", { name: "Quick settings" });
  expect(await hasContrast(panel.getByRole("button", { name: "Dark" }))).toBe(true);
  expect(
    await panel.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth)),
  ).toBeGreaterThan(0);
  await page.goto("/browse?order_by=title_asc");
  expect(
    await hasContrast(
      page.getByRole("navigation", { name: "Pages" }).locator('[aria-current="page"]'),
    ),
  ).toBe(true);
  await page.goto("/list");
  expect(await hasContrast(page.getByRole("main").locator('[aria-current="page"]').first())).toBe(
    true,
  );
});

test("forced colors keep progress bars, charts and icons visible @nightly", async ({ page }) => {
  await user(page);
  await page.goto("/");
  const next = page
    .getByRole("region", { name: "Continue watching" })
    .locator('[style*="part:50%"]');
  expect(await hasContrast(next, "::before")).toBe(true);
  await page.goto("/profile");
  const main = page.getByRole("main");
  const bars = await main.locator('[aria-hidden="true"][style*="width"]').all();
  const columns = await main.locator('figure [style*="part"]:not([style*="part:0%"])').all();
  expect(bars.length + columns.length).toBeGreaterThan(3);
  for (const bar of bars) expect(await hasContrast(bar)).toBe(true);
  for (const column of columns) expect(await hasContrast(column, "::before")).toBe(true);
  await page.goto("/list");
  for (const name of [/^Edit/, /^Remove/])
    expect(await hasContrast(main.getByLabel(name).first(), "::before")).toBe(true);
});
