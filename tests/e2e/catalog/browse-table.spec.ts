import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../support/fixtures";

const results = (page: Page) => page.getByRole("region", { name: "Results" });
const head = (page: Page, name: string) => results(page).getByRole("columnheader", { name });
const rows = (page: Page) => results(page).locator("tbody").getByRole("row");

async function sortByHeads(page: Page): Promise<void> {
  await expect(head(page, "Score")).toHaveAttribute("aria-sort", "descending");
  await head(page, "Title").getByRole("link").click();
  await expect(page).toHaveURL("/browse?type_filter=Movie&order_by=title_asc&view=list");
  await expect(head(page, "Title")).toHaveAttribute("aria-sort", "ascending");
  await expect(head(page, "Score")).not.toHaveAttribute("aria-sort");
  const names = rows(page).locator("[lang]:not([aria-hidden])");
  const first = await names.first().innerText();
  await head(page, "Title").getByRole("link").click();
  await expect(page).toHaveURL("/browse?type_filter=Movie&order_by=title&view=list");
  await expect(head(page, "Title")).toHaveAttribute("aria-sort", "descending");
  await expect(names.first()).not.toHaveText(first);
  await head(page, "Popularity").getByRole("link").click();
  await expect(rows(page).first().getByRole("cell").last()).toHaveText(/^No\. \d+$/);
  await head(page, "Year").getByRole("link").click();
  await expect(page).toHaveURL("/browse?type_filter=Movie&order_by=newest&view=list");
  await expect(head(page, "Year")).toHaveAttribute("aria-sort", "descending");
  // The default of the listing is not in its URL.
  await head(page, "Score").getByRole("link").click();
  await expect(page).toHaveURL("/browse?type_filter=Movie&view=list");
  await head(page, "Score").getByRole("link").click();
  await expect(page).toHaveURL("/browse?type_filter=Movie&order_by=score_asc&view=list");
  await expect(head(page, "Score")).toHaveAttribute("aria-sort", "ascending");
}

test("the heads of the list sort it both ways, keep the filters and lead to its first page @main", async ({
  page,
}) => {
  await page.goto("/browse?type_filter=Movie&page_number=2&view=list");
  await waitForHydration(page);
  await sortByHeads(page);
  await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("score_asc");
  await expect(head(page, "Score").getByRole("link")).toBeFocused();
});

test("a search is sorted by no column until one is chosen", async ({ page }) => {
  await page.goto("/browse?search_query=kimetsu&view=list");
  await waitForHydration(page);
  await expect(results(page).locator("[aria-sort]")).toHaveCount(0);
  await head(page, "Score").getByRole("link").press("Enter");
  await expect(page).toHaveURL("/browse?search_query=kimetsu&order_by=score&view=list");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the heads of the list are links", async ({ page }) => {
    await page.goto("/browse?type_filter=Movie&page_number=2&view=list");
    await sortByHeads(page);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the list has the facts of a title below its name, and no heads", async ({ page }) => {
    await page.goto("/browse?search_query=frieren&view=list");
    const row = rows(page).first();
    await expect(head(page, "Score")).toBeHidden();
    await expect(row.getByRole("link")).toContainText(/2023\s·\sTV\s·\s28 ep/);
    await expect(row.getByRole("cell")).toHaveCount(0);
  });
});
