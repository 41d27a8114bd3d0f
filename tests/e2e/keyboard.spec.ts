import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test } from "./support/fixtures";
import { tabTo } from "./support/tab-to";

test("a title is found, added, removed and restored with the keyboard only @main", async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/schedule");
  await waitForHydration(page);
  await page.keyboard.press("/");
  await page.keyboard.type("sousou no frieren");
  await expect(page.getByRole("option").first()).toContainText("Sousou no Frieren");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/anime/52991/sousou-no-frieren");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("Sousou no Frieren · Akari")).toBeAttached();

  const watching = page
    .getByRole("form", { name: "My list" })
    .getByRole("button", { name: "Watching", exact: true });
  await tabTo(page, watching);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("added to Watching");
  await expect(watching).toHaveAttribute("aria-pressed", "true");
  await expect(watching).toBeFocused();

  await page.goto("/list");
  await waitForHydration(page);
  await tabTo(page, page.getByRole("button", { name: /^Remove Sousou no Frieren/ }));
  await page.keyboard.press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Watching" }).getByRole("listitem")).toHaveCount(1);
});

test("menus and panels open and close with the keyboard, and restore focus", async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.goto("/schedule");
  await waitForHydration(page);
  const opener = page.getByRole("banner").getByRole("button", { name: "Quick settings" });
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Quick settings" })).toBeVisible();
  await tabTo(
    page,
    page.getByRole("dialog", { name: "Quick settings" }).getByRole("button", { name: "Light" }),
  );
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Quick settings" })).toBeHidden();
  await expect(opener).toBeFocused();
  const account = page.getByRole("button", { name: "Account of Faye" });
  await tabTo(page, account);
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Profile", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/profile");
  await expect(page.getByRole("main")).toBeFocused();
});

test("on a phone what has the focus is never behind the bottom bar", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/anime/52991/sousou-no-frieren");
  await waitForHydration(page);
  const hidden: string[] = [];
  for (let count = 0; count < 45; count += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const bar = [...document.querySelectorAll("nav")].find(
        (nav) => getComputedStyle(nav).position === "fixed",
      );
      const focused = document.activeElement;
      if (bar === undefined || focused === null) return "no bar";
      if (focused === document.body || bar.contains(focused)) return null;
      const isHidden = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
      return isHidden ? (focused.textContent ?? "") : null;
    });
    if (name !== null) hidden.push(name);
  }
  expect(hidden).toEqual([]);
});
