import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { PASSWORD, signUp } from "../support/sign-up";

const FRIEREN = 52991;

const whoIs = (page: Page) => page.getByRole("button", { name: /^Account of/ });
const pinField = (page: Page) => page.getByLabel("PIN", { exact: true });
const faces = (page: Page) => page.locator("main li");

async function addProfile(page: Page, name: string, pin = ""): Promise<void> {
  const form = page.getByRole("form", { name: "Add profile" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("PIN (optional)").fill(pin);
  await form.getByRole("button", { name: "Add profile" }).click();
  await expect(page.getByText("The profile was added.")).toBeVisible();
  await expect(page.getByRole("link", { name: `Edit ${name}`, exact: true })).toBeVisible();
}

test("a household switches with arrow keys and PINs, each with their own list", async ({
  page,
  context,
}) => {
  await signUp(context);
  const added = { animeId: FRIEREN, type: "Watching" };
  await context.request.post("/api/user/watchlist", { data: added });
  await page.goto("/settings#profiles");
  await page.getByRole("link", { name: "Manage profiles" }).click();
  await waitForHydration(page);
  await addProfile(page, "Ed", "2468");
  await addProfile(page, "Ein");
  await page.goto("/settings");
  await page.getByText("Delete account…").click();
  await expect(page.getByText("Its profiles are deleted, too: Ed and Ein.")).toBeVisible();
  await page.goto("/profiles/manage");
  await expect(faces(page)).toHaveText([/FayeYour account/, /EdManaged profile\s·\sPIN/, /Ein/]);

  await page.goto("/");
  await waitForHydration(page);
  await whoIs(page).click();
  await page.getByRole("link", { name: "Switch profile" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who’s watching?");
  await expect(page.getByRole("link", { name: /Faye/ })).toBeFocused();
  await waitForHydration(page);
  for (const name of ["Ed", "Ein"]) {
    await page.keyboard.press("ArrowRight");
    await expect(faces(page).filter({ hasText: name }).locator("a, button")).toBeFocused();
  }
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("PIN for Ed");
  await expect(pinField(page)).toBeFocused();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.type("1111");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Wrong PIN.");
  await pinField(page).fill("2468");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(whoIs(page)).toHaveAccessibleName("Account of Ed");

  await page.goto("/list");
  await expect(page.getByText("Frieren")).toHaveCount(0);
  await page.goto("/settings");
  await expect(page.getByText("Profile: Ed")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Email address" })).toHaveCount(0);
  const refused = await page.goto("/profiles/manage");
  expect(refused?.status()).toBe(403);
  await expect(page.getByText("Switch to your account to manage profiles.")).toBeVisible();
  await page.goto("/settings/two-factor");
  await expect(page.getByText("This profile has no sign-in of its own")).toBeVisible();

  await page.goto("/profiles");
  await page.getByRole("button", { name: "Faye" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/list");
  await expect(page.getByText("Frieren").first()).toBeVisible();
});

test("other tabs load again as the new profile", async ({ page, context }) => {
  const { email } = await signUp(context);
  await context.request.post("/api/user/profiles", { data: { name: "Ein" } });
  await context.clearCookies();
  const other = await context.newPage();
  await other.goto("/signin?returnTo=%2Fbrowse");
  await waitForHydration(other);
  await other.getByLabel("Email address or user name").fill(email);
  await other.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await other.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(other).toHaveURL("/browse");
  await waitForHydration(other);
  await expect(whoIs(other)).toHaveAccessibleName("Account of Faye");
  await page.goto("/profiles");
  await page.getByRole("button", { name: "Ein" }).click();
  await expect(whoIs(page)).toHaveAccessibleName("Account of Ein");
  await expect(whoIs(other)).toHaveAccessibleName("Account of Ein");
  await waitForHydration(other);
  // A browser may restore a page that shows an earlier user. The first tab sees what is stored, and
  // loads again, too: it is not to go back before.
  const again = Promise.all([other, page].map((tab) => tab.waitForEvent("load")));
  await other.evaluate(() => {
    localStorage.setItem("akari-user", "another");
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await again;
  await page.goBack();
  await expect(page.getByRole("link", { name: /Ein/ })).toHaveAttribute("aria-current", "true");
});

test("a profile is changed, exported and deleted", async ({ page, context, browserErrors }) => {
  await signUp(context);
  await context.request.post("/api/user/profiles", { data: { name: "Ed", pin: "2468" } });
  await page.goto("/profiles/manage");
  await page.getByRole("link", { name: "Edit Ed" }).click();
  await waitForHydration(page);
  expect(await seriousViolations(page)).toEqual([]);
  const form = page.getByRole("form", { name: "Edit Ed" });
  await form.getByLabel("Name").fill("");
  await form.getByLabel("New PIN").fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A PIN has 4 to 8 digits.")).toBeVisible();
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*manage/)]);
  await form.getByLabel("Name").fill("Edward");
  await form.getByLabel("New PIN").fill("");
  await form.getByLabel("Remove the PIN").check();
  await form.getByLabel("Language").selectOption("Español");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The profile was saved.")).toBeVisible();
  await expect(faces(page).nth(1)).toHaveText(/EdwardManaged profileEdit/);
  await page.getByRole("link", { name: "Edit Edward" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^akari-.*\.json$/);
  await page.getByRole("button", { name: "Delete profile" }).click();
  await expect(page.getByText("Tick this box to confirm.")).toBeVisible();
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*manage/)]);
  await page.getByLabel("Yes, delete this profile").check();
  await page.getByRole("button", { name: "Delete profile" }).click();
  await expect(page.getByText("The profile was deleted.")).toBeVisible();
  await expect(faces(page)).toHaveCount(1);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a profile is added, opened with its PIN and left", async ({ page, context }) => {
    const user = await signUp(context);
    await page.goto("/profiles/manage");
    const form = page.getByRole("form", { name: "Add profile" });
    await form.getByLabel("PIN (optional)").fill("12");
    await form.getByLabel("Name").fill("Ed");
    await form.getByRole("button", { name: "Add profile" }).click();
    await expect(page.getByText("A PIN has 4 to 8 digits.").first()).toBeVisible();
    await expect(form.getByLabel("Name")).toHaveValue("Ed");
    await addProfile(page, "Ed", "2468");
    await page.getByRole("link", { name: "Switch profile" }).first().click();
    await page.getByRole("link", { name: /^Ed/ }).click();
    await pinField(page).fill("2468");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/");
    await expect(whoIs(page)).toHaveAccessibleName("Account of Ed");
    await page.goto("/profiles");
    await page.getByRole("button", { name: user.username }).click();
    await expect(whoIs(page)).toHaveAccessibleName("Account of Faye");
    // The switch proved nothing.
    await page.goto("/profiles/manage");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Manage profiles");
  });
});
