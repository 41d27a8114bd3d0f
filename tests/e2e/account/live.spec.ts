import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

const FRIEREN = 52991;

/** Opens the user's list, and returns once it follows changes. */
async function openList(page: Page): Promise<void> {
  const followed = page.waitForResponse("/live");
  await page.goto("/list");
  await waitForHydration(page);
  expect((await followed).status()).toBe(200);
  // A document that is loaded again loses this.
  await page.evaluate(() => Reflect.set(window, "isKept", true));
}

const isKept = (page: Page) => page.evaluate(() => Reflect.get(window, "isKept") === true);

/** Hides or shows the page, as another tab in front of it does. */
const setVisibility = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("what another device marks appears without a reload", async ({ page, context }) => {
  await signUp(context);
  await openList(page);
  const entry = page.getByRole("main").getByRole("link", { name: /Sousou no Frieren/ });
  await expect(entry).toHaveCount(0);
  await context.request.patch("/api/user/watchlist/entry", {
    data: { animeId: FRIEREN, state: "watching", episodesSeen: 3 },
  });
  await expect(entry.first()).toBeVisible();
  expect(await isKept(page)).toBe(true);
});

test("a page that was hidden follows nothing, and is right as soon as it is shown", async ({
  page,
  context,
}) => {
  await signUp(context);
  await page.clock.install();
  await openList(page);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/live"));
  await setVisibility(page, "hidden");
  await page.clock.fastForward(11_000);
  await ended;
  await context.request.patch("/api/user/watchlist/entry", {
    data: { animeId: FRIEREN, state: "watching" },
  });
  const entry = page.getByRole("main").getByRole("link", { name: /Sousou no Frieren/ });
  await expect(entry).toHaveCount(0);
  await setVisibility(page, "visible");
  await expect(entry.first()).toBeVisible();
  expect(await isKept(page)).toBe(true);
});

test("a page whose session has ended elsewhere is loaded again as a visitor's", async ({
  page,
  context,
}) => {
  await signUp(context);
  await openList(page);
  const refused = page.waitForResponse(
    (response) => response.status() === 401 && new URL(response.url()).pathname === "/live",
  );
  await context.request.post("/api/auth/signout");
  await refused;
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
});

test("a device that asks who is watching follows nothing", async ({ page, context }) => {
  await signUp(context);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await context.request.post("/profiles", { form: { intent: "ask" } });
  await page.goto("/list", { waitUntil: "networkidle" });
  await waitForHydration(page);
  expect(asked).not.toContain("/live");
});
