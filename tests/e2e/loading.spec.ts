import { setTimeout } from "node:timers/promises";
import { devices, type Page } from "@playwright/test";
import { pagesOf } from "../support/pages";
import { MAX_SHIFT } from "./support/check-pages";
import { followNothing } from "./support/no-stream";
import { signUp } from "./support/sign-up";
import {
  expect,
  holdScripts,
  waitForHydration,
  test,
  measureLayoutShift,
} from "./support/fixtures";
import { AS_INSTALLED, WEB_FONTS } from "./support/launch-options";

test.use(WEB_FONTS);

/** Limits of every page except Watch, whose player is larger. Bytes as sent. */
const MAX_SCRIPT_BYTES = 126_000;
/** Pages of signed-in users edit in place: My list, the profile and its images. */
const MAX_OWN_SCRIPT_BYTES = 129_500;
/** A title that is tracked in place, with episodes in ranges and a countdown. */
const OWN_TITLE = "/anime/21/one-piece";
const MAX_OWN_TITLE_SCRIPT_BYTES = 136_000;

/** Bytes of script for a page, which come from the network if the cache is empty. */
async function scriptBytes(page: Page, path: string): Promise<number> {
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
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.describe("scripts @nightly", () => {
  for (const { path } of pagesOf("visitor", { limitsScripts: true })) {
    test(`${path} loads at most ${MAX_SCRIPT_BYTES / 1000} kB of JavaScript`, async ({ page }) => {
      const bytes = await scriptBytes(page, path);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    });
  }

  test(`pages of a signed-in user load at most ${MAX_OWN_SCRIPT_BYTES / 1000} kB of JavaScript each`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    await signUp(page);
    const session = await page.context().storageState();
    for (const { path } of pagesOf("user", { limitsScripts: true })) {
      // A new context for each page, with an empty cache.
      const context = await browser.newContext({ storageState: session, baseURL });
      await followNothing(context);
      const bytes = await scriptBytes(await context.newPage(), path);
      await context.close();
      expect(bytes, path).toBeGreaterThan(0);
      expect
        .soft(bytes, path)
        .toBeLessThanOrEqual(
          path === OWN_TITLE ? MAX_OWN_TITLE_SCRIPT_BYTES : MAX_OWN_SCRIPT_BYTES,
        );
    }
  });
});

test("a title's controls come with its page when it is opened from another", async ({ page }) => {
  await signUp(page);
  await page.goto("/browse?search_query=frieren");
  await waitForHydration(page);
  // The part of the page takes long, but not as long as its data.
  await page.route("**/assets/own-title-*", async (route) => {
    await setTimeout(700);
    await route.continue();
  });
  await page.route("**/anime/52991/*.data*", async (route) => {
    await setTimeout(2000);
    await route.continue();
  });
  await page.evaluate(() => {
    const main = document.querySelector("main");
    if (main === null) return;
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("h1")?.textContent !== "Sousou no Frieren") return;
      observer.disconnect();
      document.documentElement.dataset["controls"] = String(
        main.querySelector('button[name="state"]') !== null,
      );
    }).observe(main, { childList: true, subtree: true });
  });
  await page.locator('main a[href^="/anime/52991/"]').first().click();
  await expect(page.locator("html")).toHaveAttribute("data-controls", "true");
});

test("first covers load eagerly, later ones lazily, without layout shift @main @phone", async ({
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
  expect(
    await page.evaluate(() =>
      // Names may need a second subset of a family.
      [
        ...new Set(
          [...document.fonts]
            // The system has fonts for other scripts, or the site's slices are loaded.
            .filter(({ status, family }) => status === "loaded" && !/System|Fallback/.test(family))
            .map(({ family, display }) => `${family.replaceAll('"', "")} ${display}`),
        ),
      ].sort(),
    ),
  ).toEqual(["Bricolage Grotesque swap", "Figtree Variable swap"]);
});

/** What a browser waits for before it draws, compressed. */
const MAX_BLOCKING_BYTES = 18_000;
/** Scripts among them, but no images. */
const MAX_REQUESTS = 30;

for (const path of ["/", "/browse", "/schedule", "/anime/52991/sousou-no-frieren"])
  test(`${path} waits for little, and asks once for its font and messages`, async ({ page }) => {
    const unused: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("preload")) unused.push(message.text());
    });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: "networkidle" });
    await waitForHydration(page);
    const blocking = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter((entry) => Reflect.get(entry, "renderBlockingStatus") === "blocking")
        .map(({ encodedBodySize }) => encodedBodySize),
    );
    expect(blocking.length).toBeGreaterThan(0);
    expect(blocking.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BLOCKING_BYTES);
    await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(1);
    expect(asked.filter((of) => of.startsWith("/messages/"))).toHaveLength(1);
    const others = asked.filter((of) => !/^\/media\/|\/(?:kosugi|nanum|zcool|noto)-/.test(of));
    expect(others.length, others.join(" ")).toBeLessThanOrEqual(MAX_REQUESTS);
    // Chromium warns some seconds after the load event.
    await page.waitForTimeout(4_000);
    expect(unused).toEqual([]);
  });

/** How far from the screen the images are that come before scripts, in screens. */
const NEAR = 1.2;
const MAX_FIRST_IMAGE_BYTES = 150_000;

for (const path of ["/", "/browse"])
  test(`a phone gets first what ${path} shows first, and the images near it after the scripts`, async ({
    playwright,
    baseURL,
  }) => {
    const browser = await playwright.chromium.launch(AS_INSTALLED);
    const page = await browser.newPage({
      ...devices["Pixel 7"],
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      reducedMotion: "no-preference",
      serviceWorkers: "block",
      baseURL,
    });
    const requested = new Set<string>();
    let bytes = 0;
    let loaded = 0;
    page.on("request", (request) => {
      if (request.url().includes("/media/")) requested.add(request.url());
    });
    page.on("requestfinished", async (request) => {
      if (!requested.has(request.url())) return;
      bytes += (await request.sizes()).responseBodySize;
      loaded += 1;
    });
    const shift = await measureLayoutShift(page);
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const isNear = (images: Element[], near: number) =>
      images.map((image) => {
        const { top, left } = (image.parentElement ?? image).getBoundingClientRect();
        return {
          url: (image as HTMLImageElement).currentSrc,
          isNear: top < near * innerHeight && left < near * innerWidth,
        };
      });
    const covers = page.locator("main .poster img");
    const pick = async (near: boolean) =>
      (await covers.evaluateAll(isNear, NEAR)).filter((image) => image.isNear === near);
    const allNearAreRequested = async () => {
      const near = await pick(true);
      return near.length > 0 && near.every(({ url }) => requested.has(url));
    };
    await expect.poll(allNearAreRequested).toBe(true);
    await expect.poll(() => loaded).toBe(requested.size);
    const nearUrls = new Set((await pick(true)).map(({ url }) => url));
    const far = await pick(false);
    expect(far.length).toBeGreaterThan(20);
    // Chromium shows a cover at once that it already has, of a title that is in two rails.
    expect(far.filter(({ url }) => url !== "" && !nearUrls.has(url))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(MAX_FIRST_IMAGE_BYTES);
    page.removeAllListeners("requestfinished");
    const first = requested.size;
    await page.evaluate(() => scrollBy(0, innerHeight));
    await expect.poll(allNearAreRequested).toBe(true);
    expect(requested.size).toBeGreaterThan(first);
    const scrolled = requested.size;
    release();
    await expect.poll(() => requested.size).toBeGreaterThan(scrolled);
    expect(await shift()).toBeLessThan(MAX_SHIFT);
    await browser.close();
  });
