import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { signUp } from "../support/sign-up";

/** Rated PG-13. */
const FRIEREN = "/anime/52991/sousou-no-frieren";
const PIN = "2468";

const profiles = (page: Page) => page.locator("main li");
const addForm = (page: Page) => page.getByRole("form", { name: "Add profile" });
const ageLimit = (page: Page) => page.getByLabel("Age limit");

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page["getByLabel"]>): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await hasFocus()); presses += 1)
    await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
}

test("a parent limits a child by keyboard, once other profiles have PINs", async ({
  page,
  context,
  browserErrors,
}) => {
  const parent = await signUp(context);
  await page.goto("/profiles/manage");
  await waitForHydration(page);
  await expect(page.getByText("Anyone who signs out sees")).toHaveCount(0);
  await addForm(page).getByLabel("Name").focus();
  await page.keyboard.type("Ed");
  await tabTo(page, ageLimit(page));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(ageLimit(page)).toHaveValue("pg");
  await tabTo(page, addForm(page).getByRole("button", { name: "Add profile" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("Set one for Faye.");
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^409 .*manage/)]);
  await expect(ageLimit(page)).toHaveValue("pg");
  await expectToFit(page);

  await page.getByRole("link", { name: "Edit Faye" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit Faye");
  await expect(ageLimit(page)).toHaveCount(0);
  await page.getByLabel("PIN (optional)").fill(PIN);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The profile was saved.")).toBeVisible();
  await addForm(page).getByLabel("Name").fill("Ed");
  await ageLimit(page).selectOption("PG - Children");
  await addForm(page).getByRole("button", { name: "Add profile" }).click();
  await expect(page.getByText("The profile was added.")).toBeVisible();
  await expect(profiles(page)).toHaveText([
    /FayeYour account\s·\sPIN/,
    /EdManaged profile\s·\sUp to PG/,
  ]);
  await expect(page.getByText("Anyone who signs out sees every title here")).toBeVisible();
  await expect(page.getByText("Anyone can create an account here.")).toBeVisible();
  await expectToFit(page);
  expect(await seriousViolations(page)).toEqual([]);

  expect((await page.goto(FRIEREN))?.status()).toBe(200);
  await page.goto("/profiles");
  await page.getByRole("button", { name: "Ed" }).click();
  await expect(page).toHaveURL("/");
  expect((await page.goto(FRIEREN))?.status()).toBe(403);
  expect((await page.goto("/profiles/manage"))?.status()).toBe(403);
  const back = { id: parent.id, pin: PIN };
  expect((await context.request.post("/api/session/profile", { data: back })).status()).toBe(200);
  expect((await page.goto(FRIEREN))?.status()).toBe(200);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a limit is set, changed and removed", async ({ page, context }) => {
    await signUp(context);
    await page.goto("/profiles/manage");
    await addForm(page).getByLabel("Name").fill("Ed");
    await ageLimit(page).selectOption("G - All Ages");
    await addForm(page).getByRole("button", { name: "Add profile" }).click();
    await expect(page.getByRole("alert")).toContainText("Set one for Faye.");
    await expect(addForm(page).getByLabel("Name")).toHaveValue("Ed");
    await expect(ageLimit(page)).toHaveValue("g");
    await page.getByRole("link", { name: "Edit Faye" }).click();
    await page.getByLabel("PIN (optional)").fill(PIN);
    await page.getByRole("button", { name: "Save" }).click();
    await addForm(page).getByLabel("Name").fill("Ed");
    await ageLimit(page).selectOption("G - All Ages");
    await addForm(page).getByRole("button", { name: "Add profile" }).click();
    await expect(profiles(page).nth(1)).toContainText("Up to G");

    for (const [choice, shown] of [
      ["PG-13 - Teens 13 or older", "Managed profile · Up to PG-13"],
      ["No limit", "Managed profileEdit"],
    ] as const) {
      await page.getByRole("link", { name: "Edit Ed" }).click();
      await ageLimit(page).selectOption(choice);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The profile was saved.")).toBeVisible();
      await expect(profiles(page).nth(1)).toContainText(shown);
    }
  });
});
