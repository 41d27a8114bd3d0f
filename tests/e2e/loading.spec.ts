import type { Page } from "@playwright/test";
import { signUp } from "./support/sign-up";
import { expect, waitForHydration, test, measureLayoutShift } from "./support/fixtures";
import { watchViolations } from "./support/policy-violations";

/** Limits of every page except Watch, whose player is larger. Bytes as sent. */
const MAX_SCRIPT_BYTES = 124_000;
/** Pages of signed-in users edit in place: My list, the profile and its images. */
const MAX_OWN_SCRIPT_BYTES = 127_500;
/** Tracked in place, with episodes in ranges and a countdown. */
const OWN_TITLE = "/anime/21/one-piece";
const MAX_OWN_TITLE_SCRIPT_BYTES = 134_000;

/** Cumulative layout shift of a page. */
const MAX_SHIFT = 0.02;

const PAGES = [
  "/",
  "/browse?genre_filter=action",
  "/anime/52991/sousou-no-frieren",
  "/genre/Drama",
  "/studio/Madhouse",
  "/schedule",
  "/season/2023/fall",
  "/signin",
  "/signup",
  "/nowhere",
];
const OWN_PAGES = [
  "/",
  "/list",
  "/list/import",
  "/history",
  "/searches",
  "/home/customise",
  "/profile",
  "/settings",
  "/signup/profile",
  "/signup/tastes",
];

/** Bytes of script for a page, from an empty cache. It must not violate the policy. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const violations = await watchViolations(page);
  const sizes: Promise<number>[] = [];
  const count = (request: {
    resourceType(): string;
    url(): string;
    sizes(): Promise<{ responseBodySize: number }>;
  }): void => {
    if (new URL(request.url()).pathname.endsWith(".js"))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on("requestfinished", count);
  await page.goto(path, { waitUntil: "networkidle" });
  await waitForHydration(page);
  page.off("requestfinished", count);
  expect(violations, path).toEqual([]);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.describe("scripts", () => {
  for (const path of PAGES) {
    test(`${path} loads at most ${MAX_SCRIPT_BYTES / 1000} kB of JavaScript, and violates no policy`, async ({
      page,
    }) => {
      const bytes = await scriptBytes(page, path);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    });
  }

  test(`pages of a signed-in user load at most ${MAX_OWN_SCRIPT_BYTES / 1000} kB of JavaScript each, and violate no policy`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await signUp(page);
    const session = await page.context().storageState();
    for (const path of [...OWN_PAGES, "/profile/statistics", "/settings/searches", OWN_TITLE]) {
      // A new context for each page, with an empty cache.
      const context = await browser.newContext({ storageState: session, baseURL });
      const bytes = await scriptBytes(await context.newPage(), path);
      await context.close();
      expect(bytes, path).toBeGreaterThan(0);
      expect(bytes, path).toBeLessThanOrEqual(
        path === OWN_TITLE ? MAX_OWN_TITLE_SCRIPT_BYTES : MAX_OWN_SCRIPT_BYTES,
      );
    }
  });
});

test("pages have no layout shift while they load and hydrate @phone", async ({ page }) => {
  test.slow();
  const shift = await measureLayoutShift(page);
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path, { waitUntil: "networkidle" });
      await waitForHydration(page);
      expect(await shift(), path).toBeLessThan(MAX_SHIFT);
    }
  };
  await visit(PAGES);
  await signUp(page);
  for (const animeId of [52991, 21, 16498])
    await page.request.post("/api/user/watchList", { data: { animeId, type: "Watching" } });
  await visit([...OWN_PAGES, OWN_TITLE, "/schedule?show=mine"]);
});

test("first covers load eagerly, later ones lazily, without layout shift @phone", async ({
  page,
}) => {
  const shift = await measureLayoutShift(page);
  for (const path of ["/browse", "/genre/Drama", "/anime/52991/sousou-no-frieren"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await waitForHydration(page);
    const covers = await page.locator("main .poster img").evaluateAll((images) =>
      images.map((image) => ({
        loading: image.getAttribute("loading"),
        priority: image.getAttribute("fetchpriority"),
        below: image.getBoundingClientRect().top > 2 * innerHeight,
        sized:
          image.hasAttribute("width") &&
          image.hasAttribute("height") &&
          image.hasAttribute("srcset") &&
          image.hasAttribute("sizes"),
      })),
    );
    expect(covers[0], path).toMatchObject({ loading: "eager", priority: "high" });
    expect(
      covers.filter(({ below, loading }) => below && loading !== "lazy"),
      path,
    ).toEqual([]);
    expect(
      covers.every(({ sized }) => sized),
      path,
    ).toBe(true);
    expect(await shift(), path).toBeLessThan(MAX_SHIFT);
  }
  const fonts = await page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(fonts).toHaveLength(2);
  expect(
    await page.evaluate(() =>
      // Names may need a second subset of a family.
      [
        ...new Set(
          [...document.fonts]
            .filter(({ status }) => status === "loaded")
            .map(({ family, display }) => `${family.replaceAll('"', "")} ${display}`),
        ),
      ].sort(),
    ),
  ).toEqual(["Bricolage Grotesque Variable swap", "Figtree Variable swap"]);
});
