import { Secret, TOTP } from "otpauth";
import type { Page } from "@playwright/test";
import { PASSWORD, signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

/** Returns the code of the step after this one, since no code works twice. */
function nextCode(key: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: Date.now() + 30_000 });
}

async function setUp(page: Page): Promise<{ key: string; codes: string[] }> {
  await page.goto("/settings#two-factor");
  await page.getByRole("link", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const key = await page.locator("main code").innerText();
  const form = page.getByRole("form", { name: "Two-factor authentication" });
  await form.getByLabel("Authentication code").fill("000000");
  await form.getByLabel("Authentication code").press("Enter");
  await expect(page.getByText(/^Wrong code\./)).toBeVisible();
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await form.getByLabel("Authentication code").fill(totp.generate());
  await form.getByLabel("Authentication code").press("Enter");
  const shown = page.getByRole("status").filter({ hasText: "shown only once" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  return { key, codes: await shown.getByRole("listitem").allInnerTexts() };
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies({ name: "akari" });
  await page.goto("/signin?returnTo=%2Flist");
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign in" }).click();
}

test("signing in asks for a code, until the browser is trusted @main @phone-nightly", async ({
  page,
  browserErrors,
}) => {
  const { email } = await signUp(page);
  await page.goto("/settings");
  await waitForHydration(page);
  const { key } = await setUp(page);
  expect(browserErrors.splice(0)).toEqual([expect.stringMatching(/^400 .*two-factor/)]);

  await enterPassword(page, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-factor authentication");
  await page.getByLabel("Authentication code").fill(nextCode(key));
  await page.getByLabel("Trust this browser for 30 days").check();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/list");

  await enterPassword(page, email);
  await expect(page).toHaveURL("/list");
  await page.goto("/settings/two-factor");
  await expect(page.getByText(/^One wrong code was entered/)).toHaveCount(0);
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(page.getByText("Every browser is asked for a code")).toBeVisible();
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/signin\/code/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a recovery code signs in once, and the second factor can be turned off", async ({
    page,
  }) => {
    const { email } = await signUp(page);
    const { codes } = await setUp(page);
    await enterPassword(page, email);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    const trust = page.getByLabel("Trust this browser for 30 days");
    await page.getByLabel("Recovery code").fill("a wrong one");
    await trust.check();
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByLabel("Recovery code")).toHaveAttribute("aria-invalid", "true");
    await expect(trust).toBeChecked();
    await trust.uncheck();
    await page.getByLabel("Recovery code").fill((codes[0] ?? "").toUpperCase());
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/list");
    await page.goto("/settings/two-factor");
    await expect(page.getByText("9 codes are left.")).toBeVisible();
    await page.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
    await enterPassword(page, email);
    await expect(page).toHaveURL("/list");
  });
});
