import type { Page } from "@playwright/test";
import { expect, scriptsRun, test } from "./support/person";

/** What a page may cost, Watch excepted, whose player weighs more. Bytes as they are sent. */
const MOST_SCRIPT_BYTES = 120_000;

const PAGES = [
  "/",
  "/browse?genre_filter=action",
  "/anime/52991/sousou-no-frieren",
  "/genre/Drama",
  "/studio/Madhouse",
  "/schedule",
  "/signin",
  "/signup",
  "/nowhere",
];
const OWN_PAGES = ["/", "/list", "/list/import", "/history", "/profile", "/settings", "/signup/profile", "/signup/tastes"];

/** The bytes of script that a page had sent to it, in all, from an empty cache. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  const count = (request: { resourceType(): string; url(): string; sizes(): Promise<{ responseBodySize: number }> }): void => {
    if (new URL(request.url()).pathname.endsWith(".js")) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on("requestfinished", count);
  await page.goto(path, { waitUntil: "networkidle" });
  await scriptsRun(page);
  page.off("requestfinished", count);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

for (const path of PAGES) {
  test(`${path} loads at most ${MOST_SCRIPT_BYTES / 1000} kB of script`, async ({ page }) => {
    const bytes = await scriptBytes(page, path);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });
}

test(`a person's own pages load at most ${MOST_SCRIPT_BYTES / 1000} kB of script each`, async ({ page, browser, baseURL }, { project }) => {
  await page.request.post("/api/auth/signup", { data: { username: "loader", email: `loader-${project.name}@loading.test`, password: "Lantern!7road" } });
  const session = await page.context().storageState();
  for (const path of OWN_PAGES) {
    // A context of its own for each: what one page has cached costs the next nothing.
    const context = await browser.newContext({ storageState: session, baseURL });
    const bytes = await scriptBytes(await context.newPage(), path);
    await context.close();
    expect(bytes, path).toBeGreaterThan(0);
    expect(bytes, path).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  }
});
