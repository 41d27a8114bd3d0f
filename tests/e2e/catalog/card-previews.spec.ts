import type { Locator, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";
import { renderAtOnce } from "../support/render-at-once";

const LISTING = "/browse?search_query=frieren";
const SYNOPSIS = /^The party that beat the Demon King has come home/;

const cardOf = (page: Page) => page.locator('#results a.card[href^="/anime/52991/"]');
const previewOf = (page: Page) =>
  page.getByRole("group", { name: "Sousou no Frieren", exact: true });

async function openListing(page: Page): Promise<{ card: Locator; preview: Locator }> {
  await page.goto(LISTING);
  await waitForHydration(page);
  return { card: cardOf(page), preview: previewOf(page) };
}

test("a pointer that rests on a card shows what the title is about", async ({ page }) => {
  const { card, preview } = await openListing(page);
  await card.hover();
  await expect(preview.getByText(SYNOPSIS)).toBeVisible();
  await expect(preview.getByText("Adventure · Award Winning · Drama · Fantasy")).toBeVisible();
  await expect(preview.getByRole("button")).toHaveCount(0);
  const [beside, covered] = [await preview.boundingBox(), await card.boundingBox()];
  expect(beside?.x).toBeGreaterThanOrEqual((covered?.x ?? 0) + (covered?.width ?? 0));
  await preview.hover();
  expect(await seriousViolations(page)).toEqual([]);
  await expect(preview).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(preview).toBeHidden();

  await card.hover();
  await expect(preview).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
});

test("the preview of a focused card is next in the order of Tab, and plans the title", async ({
  page,
}) => {
  await signUp(page);
  const { card, preview } = await openListing(page);
  await page.locator("#results").focus();
  await tabTo(page, card);
  await expect(preview.getByText(SYNOPSIS)).toBeVisible();
  await page.keyboard.press("Tab");
  const plan = preview.getByRole("button", { name: "Plan to watch Sousou no Frieren" });
  await expect(plan).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card).toContainText("On my list: Planned.");
  await expect(plan).toBeFocused();
  await expect(plan).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Tab");
  const countUp = preview.getByRole("button", {
    name: "+1: mark the next episode of Sousou no Frieren as watched",
  });
  await expect(countUp).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card).toContainText("On my list: Watching. 1 of 28 watched.");
  await expect(preview.getByRole("status")).toHaveText("Sousou no Frieren: 1 episode watched.");
  expect(await seriousViolations(page, ["dark"])).toEqual([]);

  await page.keyboard.press("Escape");
  await expect(preview).toBeHidden();
  await expect(card).toBeFocused();
  // Once the focus has been elsewhere, the card has its preview again.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(preview).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(preview).toBeHidden();
});

test("a card that leaves the page by its preview tells what happened, and can be brought back", async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  for (const listing of ["/browse?search_query=frieren", "/studio/Madhouse"]) {
    await page.goto(`${listing}${listing.includes("?") ? "&" : "?"}hide=planned`);
    await waitForHydration(page);
    const card = page.locator('a.card[href^="/anime/52991/"]').first();
    await card.hover();
    const plan = previewOf(page).getByRole("button", { name: "Plan to watch" });
    await expect(plan).toBeVisible();
    await renderAtOnce(page, () => plan.click());
    await expect(card).toHaveCount(0);
    const toast = page.getByRole("status").filter({ hasText: "Sousou no Frieren" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect(card).toBeVisible();
    await expect(toast).toContainText("undone");
  }
});

test("a card whose preview does not load stays a link", async ({ page }) => {
  const { card, preview } = await openListing(page);
  await page.route("**/api/animes/getAnime*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await card.hover();
  await failed;
  await expect(preview).toHaveCount(0);
  await card.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a long press shows a card's preview, and a tap opens the title", async ({
    page,
    context,
  }) => {
    const { card, preview } = await openListing(page);
    const { x = 0, y = 0 } = (await card.boundingBox()) ?? {};
    const session = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [{ x: x + 30, y: y + 30 }]);
    await expect(preview.getByText(SYNOPSIS)).toBeVisible();
    await touch("touchEnd", []);
    await expect(preview).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(LISTING);
    expect(await seriousViolations(page, ["dark"])).toEqual([]);
    await page.touchscreen.tap(200, 20);
    await expect(preview).toBeHidden();
    await card.tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sousou no Frieren");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a card leads to the synopsis, genres and list control of its title", async ({ page }) => {
    await signUp(page);
    await page.goto(LISTING);
    await cardOf(page).hover();
    await expect(previewOf(page)).toHaveCount(0);
    await cardOf(page).click();
    await expect(page.getByText(SYNOPSIS)).toBeVisible();
    await expect(page.getByRole("link", { name: "Fantasy" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Planned" })).toBeVisible();
  });
});
