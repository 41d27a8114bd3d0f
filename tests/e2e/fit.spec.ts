import type { Page } from "@playwright/test";
import { signUp } from "./support/sign-up";
import { expect, test, waitForHydration } from "./support/fixtures";

const WIDTHS = [320, 360, 390, 768, 1440];
/** WCAG 2.2, 2.5.8. */
const MIN_TARGET = 24;

const OPEN_PAGES = ["/", "/watch/52991/1", "/signin", "/signup", "/nowhere", "/docs"];
const OWN_PAGES = [
  "/",
  "/watch/52991/1",
  "/profile",
  "/settings",
  "/settings/searches",
  "/history",
  "/list/history",
  "/signup/profile",
  "/signup/tastes?edit=1",
  "/offline",
];

/** Controls beyond the screen's sides, smaller than a fingertip needs, or with clipped text. */
function misfits(page: Page, minTarget: number): Promise<string[]> {
  return page.evaluate((least) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const found: string[] = [];
    const extra = document.documentElement.scrollWidth - innerWidth;
    if (extra > 0) found.push(`the page scrolls sideways by ${String(extra)} px`);
    for (const element of document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )) {
      // Swagger UI's markup is not ours.
      if (element.closest(".swagger-ui, .sr-only, [popover]") !== null) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width <= 1) continue;
      const name = `${element.localName} “${(element.ariaLabel ?? element.innerText).slice(0, 40)}”`;
      if ((left < -1 || right > innerWidth + 1) && !scrolls(element.parentElement))
        found.push(`${name} is outside the screen: ${left.toFixed()} to ${right.toFixed()}`);
      const isInText = getComputedStyle(element).display === "inline";
      const hasLabel = element instanceof HTMLInputElement && (element.labels?.length ?? 0) > 0;
      if (!isInText && !hasLabel && Math.min(width, height) < least - 0.5)
        found.push(`${name} is ${width.toFixed()} × ${height.toFixed()} px`);
      if (element.matches("button, a.button, summary") && element.scrollWidth > width + 1)
        found.push(`${name} has clipped text`);
    }
    return found;
  }, minTarget);
}

async function checkFit(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      if (path !== "/offline") await waitForHydration(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await misfits(page, MIN_TARGET), `${path} at ${String(width)} px`).toEqual([]);
      }
    });
}

for (const locale of ["en", "es"]) {
  test(`controls fit every screen and fingertip: ${locale}`, async ({ page, baseURL }) => {
    test.setTimeout(180_000);
    const value = `locale=${locale}`;
    await page.context().addCookies([{ name: "akari_visitor", value, url: baseURL ?? "" }]);
    await checkFit(page, OPEN_PAGES);
    await signUp(page);
    await page.request.post("/api/user/sitePreferences", { data: { locale, publicProfile: true } });
    await page.request.post("/api/user/watchlist/seen", {
      data: { animeId: 52991, episodes: 2 },
    });
    await page.request.post("/api/user/searchHistory", { data: { query: "frieren" } });
    await checkFit(page, OWN_PAGES);
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a control that needs scripts leaves no hole, and watching is recorded", async ({
    page,
  }) => {
    await page.goto("/watch/52991/1");
    const link = page.getByRole("link", { name: "Sign in to mark it as watched" });
    const text = page.getByText("You can still track it");
    const [above, below] = [await text.boundingBox(), await link.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(24);
    await signUp(page);
    await page.goto("/watch/52991/1");
    await page.getByRole("button", { name: "Mark as watched" }).click();
    await expect(page).toHaveURL("/watch/52991/1");
    await expect(page.getByRole("button", { name: "Watched" })).toBeVisible();
    await page.goto("/history");
    await expect(page.getByText("Episode 1", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  });
});
