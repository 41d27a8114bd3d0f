import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const DRAMAS = "/browse?genre_filter=Drama&order_by=popularity";

async function saveDramas(page: Page): Promise<void> {
  await page.goto(DRAMAS);
  await page.getByRole("link", { name: "Save this search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Saved searches" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).first().fill("Dramas to try");
  await page.getByRole("checkbox", { name: "Pin on Home" }).check();
  await page.getByRole("checkbox", { name: /^Count titles/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page.getByText("Dramas to try saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Unpin Dramas to try from Home" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Unfollow Dramas to try" })).toBeVisible();
}

const rail = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function removeTopRated(page: Page): Promise<void> {
  await page.goto("/");
  await expect(rail(page, "Dramas to try").getByRole("listitem").first()).toBeVisible();
  await expect(rail(page, "Top rated")).toBeVisible();
  await page.getByRole("link", { name: "Customise Home" }).click();
  await page.getByRole("checkbox", { name: "Top rated" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Home saved.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Top rated" })).not.toBeChecked();
}

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("a user saves a search, pins it on Home, and orders Home's rows by keyboard @phone-nightly", async ({
  page,
  context,
}) => {
  await signUp(context);
  await saveDramas(page);
  expect(await seriousViolations(page)).toEqual([]);
  await page.goto(DRAMAS);
  await expect(page.getByRole("link", { name: "Saved as Dramas to try" })).toBeVisible();
  await removeTopRated(page);
  expect(await seriousViolations(page)).toEqual([]);
  await waitForHydration(page);
  const up = page.getByRole("button", { name: "Move Popular up" });
  const count = await rows(page).count();
  const place = async () =>
    (await rows(page).allInnerTexts()).findIndex((text) => text.includes("Popular"));
  const before = await place();
  await up.focus();
  await page.keyboard.press("Enter");
  await expect.poll(place).toBe(before - 1);
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(place).toBe(before - 2);
  await expect(rows(page)).toHaveCount(count);
  await page.goto("/");
  await expect(rail(page, "Top rated")).toHaveCount(0);
  await expect(rail(page, "Popular")).toBeVisible();
});

for (const from of ["/browse?genre_filter=Drama", "/browse?search_query=road&genre_filter=Drama"])
  test(`one click follows the search ${from}, and Edit leads back to it`, async ({
    page,
    context,
  }) => {
    await signUp(context);
    await page.goto(from);
    await waitForHydration(page);
    await page.getByRole("button", { name: "Follow this search" }).click();
    const saved = page.getByRole("link", { name: /^Saved as .*Drama/ });
    await expect(saved).toBeVisible();
    await expect(page).toHaveURL(/\/browse\?/);
    expect(await seriousViolations(page)).toEqual([]);
    await saved.click();
    await expect(page).toHaveURL(/\/searches#search-/);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText("Following");
    await expect(rows(page).getByRole("link").first()).toContainText("Drama");
    await page.getByRole("link", { name: /^Edit / }).click();
    await expect(page).toHaveURL(/\/browse\?.*genre_filter=Drama/i);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Follow this search" })).toHaveCount(0);
  });

test("a missing name is refused beside its field", async ({ page, context, browserErrors }) => {
  await signUp(context);
  await page.goto(`/searches?save=${encodeURIComponent(DRAMAS)}`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a name.").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  expect(browserErrors.splice(0)).toEqual([expect.stringContaining("400")]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("searches are saved, renamed and deleted, and Home's rows are ordered", async ({
    page,
    context,
  }) => {
    await signUp(context);
    await saveDramas(page);
    await page.getByText("Rename", { exact: true }).click();
    await page.getByRole("textbox", { name: "Name" }).last().fill("Dramas");
    await page.getByRole("button", { name: "Save", exact: true }).last().click();
    await expect(page.getByText("Renamed to Dramas.")).toBeVisible();
    await page.getByRole("button", { name: "Unpin Dramas from Home" }).click();
    await expect(page.getByText("Dramas is no longer pinned.")).toBeVisible();
    await page.goto("/home/customise");
    await page.getByRole("button", { name: "Move Popular up" }).click();
    const names = await rows(page).allInnerTexts();
    const place = (name: string) => names.findIndex((text) => text.includes(name));
    expect(place("Popular")).toBe(place("Top rated") - 1);
    await page.getByRole("button", { name: "Restore the default" }).click();
    await expect(page.getByText("Home saved.")).toBeVisible();
    await page.goto("/searches");
    await page.getByRole("button", { name: "Delete Dramas" }).click();
    await expect(page.getByText("No saved searches")).toBeVisible();
  });
});
