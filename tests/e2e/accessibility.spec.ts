import { seriousFaults } from "./support/axe";
import { expect, scriptsRun, test } from "./support/person";

const PAGES: readonly (readonly [string, string])[] = [
  ["Home", "/"],
  ["Browse", "/browse?genre_filter=action"],
  ["Browse as a list", "/browse?view=list"],
  ["Browse without a result", "/browse?type_filter=Movie&aired_day_filter=monday"],
  ["a title", "/anime/52991/sousou-no-frieren"],
  ["a title on the air", "/anime/21/one-piece"],
  ["a genre", "/genre/Drama"],
  ["a missing page", "/nowhere"],
];

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

for (const [name, path] of PAGES) {
  test(`axe finds no serious fault in ${name}, in either theme`, async ({ page }) => {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await scriptsRun(page);
    expect(await seriousFaults(page)).toEqual([]);
  });
}

test("axe finds no serious fault in the open settings and filters, in either theme", async ({ page, isMobile }) => {
  await page.goto("/browse", { waitUntil: "domcontentloaded" });
  await scriptsRun(page);
  await page.getByRole("button", { name: "Settings" }).filter({ visible: true }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  if (isMobile) {
    await page.getByRole("button", { name: /^Filters/ }).click();
    expect(await seriousFaults(page)).toEqual([]);
  }
});
