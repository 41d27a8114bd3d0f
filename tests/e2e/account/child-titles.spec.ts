import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { PASSWORD, signUp } from "../support/sign-up";

/** Rated PG-13. */
const FRIEREN = "/anime/52991/sousou-no-frieren";
const PIN = "2468";

interface Family {
  parentId: string;
  childId: string;
}

/** A parent with a child whose limit is PG. */
async function createFamily(context: { request: APIRequestContext }): Promise<Family> {
  const { id } = await signUp(context);
  const own = await context.request.patch("/api/user/profiles", { data: { id, pin: PIN } });
  expect(own.status()).toBe(200);
  const data = { name: "Ed", maxRating: "pg" };
  const added = await context.request.post("/api/user/profiles", { data });
  return { parentId: id, childId: ((await added.json()) as { data: { id: string } }).data.id };
}

async function open(page: Page, id: string, pin?: string): Promise<void> {
  const switched = await page.request.post("/api/session/profile", { data: { id, pin } });
  expect(switched.status()).toBe(200);
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses += 1)
    await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

async function confirmByPassword(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/confirm\?/);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

test("a child asks for a title behind a link, and finds it once a parent allows it, by keyboard", async ({
  page,
  context,
  browserErrors,
}) => {
  test.slow();
  const { parentId, childId } = await createFamily(context);
  await open(page, childId);
  expect((await page.goto(FRIEREN))?.status()).toBe(403);
  await waitForHydration(page);
  await expect(heading(page)).toHaveText("This is not for this profile");
  await expect(page.getByRole("main")).not.toContainText("Frieren");
  await expectToFit(page);
  await press(page, button(page, "Ask"));
  await expect(page.getByText("You asked for it.")).toBeVisible();
  await expect(page).toHaveURL("/anime/52991");
  await press(page, button(page, "Take it back"));
  await expect(page.getByText("You can ask a parent for it.")).toBeVisible();
  await press(page, button(page, "Ask"));
  await expect(page.getByText("You asked for it.")).toBeVisible();
  await expectToFit(page);
  expect(browserErrors.splice(0).filter((error) => !/^403 .*52991\.data/.test(error))).toEqual([]);

  await open(page, parentId, PIN);
  await page.goto("/");
  await waitForHydration(page);
  await press(page, page.getByRole("button", { name: "Account of Faye" }));
  const news = page.getByRole("link", { name: "Manage profiles 1 request" }).first();
  await expect(news).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await press(page, news);
  await confirmByPassword(page);
  await expect(heading(page)).toHaveText("Manage profiles");
  await expect(page.getByText("Ed asks for this title")).toBeVisible();
  await expectToFit(page);
  await waitForHydration(page);
  await press(page, page.getByRole("button", { name: /^Allow .*Frieren/ }));
  await expect(page.getByText("The title is allowed.")).toBeVisible();
  await expect(page.getByText("Ed asks for this title")).toHaveCount(0);
  await press(page, page.getByRole("link", { name: "Titles for Ed" }));
  await expect(heading(page)).toHaveText("Titles for Ed");
  await expect(page.getByRole("button", { name: /^Remove .*Frieren/ })).toBeVisible();
  await expectToFit(page);

  await open(page, childId);
  await page.goto("/browse?search_query=frieren");
  await waitForHydration(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Frieren/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText("Frieren");
});

test("a parent decides on a title's page for each child", async ({ page, context }) => {
  test.slow();
  const { parentId, childId } = await createFamily(context);
  await page.goto(FRIEREN);
  await waitForHydration(page);
  await press(page, page.getByText("Children", { exact: true }));
  const form = page.getByRole("form", { name: "For Ed" });
  const choice = (name: string) => form.getByRole("button", { name });
  await expect(choice("By rating")).toHaveAttribute("aria-pressed", "true");
  await press(page, choice("Allowed"));
  await expect(choice("Allowed")).toHaveAttribute("aria-pressed", "true");
  await expect(choice("Allowed")).toBeFocused();
  await expectToFit(page);

  // Switching proves nothing, so what was proven before does not count.
  await open(page, childId);
  expect((await page.goto(FRIEREN))?.status()).toBe(200);
  await expect(page.getByText("Children", { exact: true })).toHaveCount(0);
  await open(page, parentId, PIN);
  await page.goto(FRIEREN);
  await waitForHydration(page);
  await page.getByText("Children", { exact: true }).click();
  await choice("Blocked").click();
  await confirmByPassword(page);
  await expect(page).toHaveURL(/52991.*children=/);
  await expect(form.getByText("Not saved yet. Press “Blocked” to save.")).toBeVisible();
  await expect(choice("Allowed")).toHaveAttribute("aria-pressed", "true");
  await expectToFit(page);
  await press(page, choice("Blocked"));
  await expect(choice("Blocked")).toHaveAttribute("aria-pressed", "true");
  await open(page, childId);
  expect((await page.goto(FRIEREN))?.status()).toBe(403);
  await expect(heading(page)).toHaveText("This is not for this profile");
  await expect(button(page, "Ask")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a child asks, and parents say no or yes", async ({ page, context }) => {
    test.slow();
    const { parentId, childId } = await createFamily(context);
    await open(page, childId);
    await page.goto(FRIEREN);
    await button(page, "Ask").click();
    await expect(page.getByText("You asked for it.")).toBeVisible();

    // Signing in again is a proof, which a switch is not.
    await open(page, parentId, PIN);
    await page.goto("/profiles/manage");
    await confirmByPassword(page);
    await page.getByRole("button", { name: /^No to .*Frieren/ }).click();
    await expect(page.getByText("The title is blocked.")).toBeVisible();
    await page.getByRole("link", { name: "Titles for Ed" }).click();
    await page.getByRole("button", { name: /^Remove .*Frieren/ }).click();
    await expect(page.getByText("The age limit decides again.")).toBeVisible();
    await expect(page.getByText("The age limit decides for all titles.")).toBeVisible();
    await page.goto(FRIEREN);
    await page.getByText("Children", { exact: true }).click();
    const form = page.getByRole("form", { name: "For Ed" });
    await form.getByRole("button", { name: "Allowed" }).click();
    await expect(page.getByText("The title is allowed.")).toBeVisible();
    await expect(form.getByRole("button", { name: "Allowed" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await open(page, childId);
    expect((await page.goto(FRIEREN))?.status()).toBe(200);
  });
});
