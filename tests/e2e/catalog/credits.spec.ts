import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { signUp } from "../support/sign-up";
import { expect, test, waitForHydration } from "../support/fixtures";

const sectionOf = (page: Page, name: string) => page.getByRole("region", { name });

test("a title leads to its characters, their voice actors and a favorite @phone-nightly", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/anime/1/cowboy-bebop");
  await expect(sectionOf(page, "Music")).toContainText("Tank!");
  await expect(sectionOf(page, "Staff")).toContainText("Shinichirou Watanabe");
  await sectionOf(page, "Characters").getByRole("link", { name: "Spike Spiegel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spike Spiegel");
  await expect(sectionOf(page, "Appears in")).toContainText("Cowboy Bebop");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Kouichi Yamadera" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kouichi Yamadera");
  await page.getByRole("link", { name: "Main roles" }).click();
  await expect(page).toHaveURL(/role=main/);
  await expect(sectionOf(page, "Filmography")).toContainText("Cowboy Bebop");
  await expect(sectionOf(page, "Filmography")).not.toContainText("Evangelion");
  await page.getByRole("button", { name: "Add to favourites" }).click();
  await expect(page.getByRole("button", { name: "Remove from favourites" })).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto("/profile");
  await expect(sectionOf(page, "Favourite people")).toContainText("Kouichi Yamadera");
});

test("suggestions lead to people and studios", async ({ page }) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  const box = page.getByRole("banner").getByRole("combobox");
  await box.fill("yamadera");
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.filter({ hasText: "Person" })).toContainText("Kouichi Yamadera");
  await box.fill("kyoto anim");
  await options.filter({ hasText: "Studio" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kyoto Animation");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the cast, its filters and favorites work", async ({ page }) => {
    await signUp(page);
    await page.goto("/credits/1/cowboy-bebop");
    await page.getByRole("link", { name: "Staff" }).click();
    await page.getByRole("link", { name: "Shinichirou Watanabe" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shinichirou Watanabe");
    await page.getByRole("button", { name: "Add to favourites" }).click();
    await page.getByRole("button", { name: "Remove from favourites" }).click();
    await expect(page.getByRole("button", { name: "Add to favourites" })).toBeVisible();
  });

  test("a search finds people and studios", async ({ page }) => {
    await page.goto("/schedule");
    const search = page.getByRole("search").getByRole("searchbox");
    await search.fill("yamadera");
    await search.press("Enter");
    const found = sectionOf(page, "Characters, people and studios");
    await expect(found.getByRole("link", { name: "Kouichi Yamadera" })).toContainText("Person");
    await page.goto("/browse?search_query=kyoto+animation");
    await found.getByRole("link", { name: "Kyoto Animation" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kyoto Animation");
  });
});
