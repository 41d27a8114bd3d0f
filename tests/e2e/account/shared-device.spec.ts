import type { BrowserContext, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";
import { tabTo } from "../support/tab-to";

/** Rated PG-13, above the child's limit. */
const FRIEREN = "/anime/52991/sousou-no-frieren";
const PIN = "2468";
const HOUR_MS = 60 * 60 * 1000;

const whoIs = (page: Page) => page.getByRole("button", { name: /^Account of/ });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const ask = (page: Page) => page.getByRole("button", { name: "Ask who’s watching on this device" });
const face = (page: Page, name: string) =>
  page.locator("main li").filter({ hasText: name }).locator("a, button");

/** Signs up a parent with a PIN and a child. */
async function signUpFamily(context: BrowserContext): Promise<void> {
  const parent = await signUp(context);
  const own = { id: parent.id, pin: PIN };
  expect((await context.request.patch("/api/user/profiles", { data: own })).ok()).toBe(true);
  const child = { name: "Ed", maxRating: "pg" };
  expect((await context.request.post("/api/user/profiles", { data: child })).ok()).toBe(true);
}

/** Chooses "Switch profile" in the account menu, with keys. */
async function switchProfile(page: Page): Promise<void> {
  await waitForHydration(page);
  await whoIs(page).focus();
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Switch profile" }));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Who’s watching?");
}

async function expectToBeFit(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  for (const theme of ["dark", "light"] as const)
    expect(await seriousViolations(page, [theme])).toEqual([]);
}

for (const [width, height, tag] of [
  [390, 844, ""],
  [1440, 900, " @nightly"],
] as const)
  test.describe(`at ${width} px${tag}`, () => {
    test.use({ viewport: { width, height } });

    test("a shared device asks who is watching, whatever leads around it", async ({
      page,
      context,
    }) => {
      await signUpFamily(context);
      await page.goto("/profiles");
      await tabTo(page, ask(page));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: "Stop asking on this device" })).toBeVisible();
      await expectToBeFit(page);
      const other = await context.newPage();
      await other.goto("/list");
      await expect(heading(other)).toHaveText("My list");

      await page.goto(FRIEREN);
      await switchProfile(page);
      await expect(page).toHaveURL("/profiles");
      await expect(face(page, "Faye")).toBeFocused();
      await expect(whoIs(page)).toHaveCount(0);
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(ask(page)).toHaveCount(0);
      await waitForHydration(page);
      await expectToBeFit(page);

      await test.step("a second tab", async () => {
        await expect(other).toHaveURL("/profiles?returnTo=%2Flist");
        await expect(heading(other)).toHaveText("Who’s watching?");
      });
      await test.step("Back", async () => {
        await page.goBack();
        await expect(heading(page)).toHaveText("Who’s watching?");
        await expect(page.getByText("Frieren")).toHaveCount(0);
      });
      await test.step("the address bar and a deep link", async () => {
        for (const path of ["/", "/settings", "/browse", FRIEREN]) {
          await page.goto(path);
          await expect(heading(page)).toHaveText("Who’s watching?");
        }
        expect(page.url()).toContain("returnTo=%2Fanime%2F52991");
      });

      await waitForHydration(page);
      await expect(face(page, "Faye")).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await expect(face(page, "Ed")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(whoIs(page)).toHaveAccessibleName("Account of Ed");
      await expect(page.getByText("Frieren")).toHaveCount(0);
      await expect(whoIs(other)).toHaveAccessibleName("Account of Ed");
      await page.goto("/profiles");
      await expect(page.getByRole("button", { name: /this device/ })).toHaveCount(0);

      await page.goto("/");
      await switchProfile(page);
      await page.keyboard.press("Enter");
      await expect(heading(page)).toHaveText("PIN for Faye");
      await page.keyboard.type("1111");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toHaveText("Wrong PIN.");
      await page.goto("/list");
      await expect(heading(page)).toHaveText("Who’s watching?");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("PIN", { exact: true })).toBeFocused();
      await expectToBeFit(page);
      await page.keyboard.type(PIN);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/list");
      await expect(whoIs(page)).toHaveAccessibleName("Account of Faye");
      await page.goto("/settings#sessions");
      await expect(page.getByText("Asks who’s watching")).toBeVisible();
    });
  });

test("a page at rest loads again after an hour, unless it is used or plays", async ({
  page,
  context,
}) => {
  await signUpFamily(context);
  await page.goto("/profiles");
  const asked = page.waitForEvent("load");
  await ask(page).click();
  await asked;
  await page.clock.install();
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.goto("/docs");
  await waitForHydration(page);
  expect(loads).toBe(1);
  await page.clock.fastForward(HOUR_MS - 60_000);
  await page.keyboard.press("ArrowDown");
  await page.clock.fastForward(HOUR_MS - 60_000);
  await page.evaluate(() => document.body.append(document.createElement("video")));
  await page.clock.fastForward(120_000);
  expect(loads).toBe(1);
  await page.evaluate(() => document.querySelector("video")?.remove());
  const again = page.waitForEvent("load");
  await page.clock.fastForward(HOUR_MS + 60_000);
  await again;
});

test("a locked device is signed out, and asks no more", async ({ page, context }) => {
  await signUpFamily(context);
  await page.goto("/profiles");
  await ask(page).click();
  await page.goto("/");
  await switchProfile(page);
  await page.getByRole("button", { name: "Sign out of this device" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.goto("/profiles");
  await expect(heading(page)).toHaveText("Sign in");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a device asks, is locked and opened", async ({ page, context }) => {
    await signUpFamily(context);
    await page.goto("/profiles");
    await ask(page).click();
    await page.goto("/profiles/manage");
    await page.getByRole("main").getByRole("button", { name: "Switch profile" }).click();
    await page.goto("/browse");
    await expect(heading(page)).toHaveText("Who’s watching?");
    await face(page, "Ed").click();
    await expect(page).toHaveURL("/browse");
    await expect(whoIs(page)).toHaveAccessibleName("Account of Ed");
  });
});
