import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

/** Holds what pages load until it is called. */
async function holdData(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(/\.data(\?|$)/);
  };
}

const selection = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    return [field.selectionStart, field.selectionEnd];
  });

test("what is typed in the search box while results load stays, with focus and selection", async ({
  page,
}) => {
  await page.goto("/schedule");
  await waitForHydration(page);
  const box = page.getByRole("banner").getByRole("combobox", { name: "Search titles" });
  await box.fill("cowboy");
  const release = await holdData(page);
  await box.press("Enter");
  await page.keyboard.type(" bebop");
  for (let key = 0; key < 5; key += 1) await page.keyboard.press("Shift+ArrowLeft");
  await release();
  await expect(page).toHaveURL("/browse?search_query=cowboy");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(box).toHaveValue("cowboy bebop");
  await expect(box).toBeFocused();
  expect(await selection(page)).toEqual([7, 12]);
  await box.press("Enter");
  await expect(page).toHaveURL("/browse?search_query=cowboy+bebop");
  await page.goBack();
  await expect(page).toHaveURL("/browse?search_query=cowboy");
  await expect(box).toHaveValue("cowboy");
  await page.goBack();
  await expect(page).toHaveURL("/schedule");
  await expect(box).toHaveValue("");
});

test("what is typed in a filter while the listing loads stays", async ({ page }) => {
  await page.goto("/browse");
  await waitForHydration(page);
  const years = page.getByRole("textbox", { name: "Year" });
  await years.fill("2023");
  const release = await holdData(page);
  await years.press("Enter");
  await page.keyboard.type(", 20");
  await release();
  await expect(page).toHaveURL(/2023$/);
  await expect(page.locator("#results")).toHaveAttribute("aria-busy", "false");
  await expect(years).toHaveValue("2023, 20");
  await expect(years).toBeFocused();
  await page.keyboard.type("22");
  await years.press("Enter");
  await expect(page).toHaveURL(/2022/);
  await expect(years).toBeFocused();
  await page.goBack();
  await expect(years).toHaveValue("2023");
});

test("what is typed in a number of My list while it is saved stays", async ({ page, context }) => {
  await signUp(context);
  await context.request.post("/api/user/watchList", { data: { animeId: 52991, type: "Watching" } });
  await page.goto("/list?view=table");
  await waitForHydration(page);
  const count = page.getByRole("spinbutton", { name: /Sousou no Frieren/ });
  await count.fill("1");
  const release = await holdData(page);
  await count.press("Enter");
  await page.keyboard.type("2");
  await release();
  await expect.poll(() => seen(page)).toBe(1);
  await expect(count).toHaveValue("12");
  await expect(count).toBeFocused();
  await count.press("Enter");
  await expect.poll(() => seen(page)).toBe(12);
});

async function seen(page: Page): Promise<unknown> {
  const answer = await page.request.get("/api/user/watchList");
  const [entry] = ((await answer.json()) as { data: { episodes_seen: number }[] }).data;
  return entry?.episodes_seen;
}
