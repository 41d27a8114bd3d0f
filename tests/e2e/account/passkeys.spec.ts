import type { Page } from "@playwright/test";
import { seriousViolations } from "../support/axe";
import { expect, test, waitForHydration } from "../support/fixtures";
import { PASSWORD, signUp } from "../support/sign-up";

/** An IP address has no passkeys. */
test.use({
  baseURL: process.env["E2E_BASE_URL"]?.replace("127.0.0.1", "localhost"),
});

interface Authenticator {
  /** The next dialogs verify the user, or do not. */
  setVerified(isVerified: boolean): Promise<void>;
  setPresent(isPresent: boolean): Promise<void>;
  countCredentials(): Promise<number>;
  /** Makes the counters of its passkeys fall, as those of a copy. */
  turnCountersBack(): Promise<void>;
}

/** Plugs an authenticator into the browser, which keeps passkeys and verifies the user. */
async function plugIn(page: Page): Promise<Authenticator> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const list = async () =>
    (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    async setVerified(isUserVerified) {
      await devTools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async setPresent(enabled) {
      await devTools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    countCredentials: async () => (await list()).length,
    async turnCountersBack() {
      for (const credential of await list()) {
        const { credentialId } = credential;
        await devTools.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
        await devTools.send("WebAuthn.addCredential", {
          authenticatorId,
          credential: { ...credential, signCount: 0 },
        });
      }
    },
  };
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/settings/passkeys");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added.")).toBeVisible();
}

/**
 * Makes the user present once a button asks for a passkey, and not for what the browser fills in
 * before. A request that finds the user absent is never answered.
 */
async function appearForButtons(page: Page, authenticator: Authenticator): Promise<void> {
  await page.route("**/api/auth/passkey/options", async (route) => {
    if (route.request().postData()?.includes("purpose") === true)
      await authenticator.setPresent(true);
    await route.continue();
  });
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: "akari" });
}

const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

test("a passkey is added, signs in, confirms and is removed @main @phone", async ({ page }) => {
  test.slow();
  const { email } = await signUp(page);
  const authenticator = await plugIn(page);
  await page.goto("/settings#passkeys");
  await page.getByRole("region", { name: "Passkeys" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Passkeys");
  expect(await seriousViolations(page)).toEqual([]);
  const adding = page.getByRole("button", { name: "Add a passkey" });
  await adding.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "is added" })).toBeVisible();
  const items = page.locator("main").getByRole("listitem");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(/Chrome on .*never used/s);
  expect(await authenticator.countCredentials()).toBe(1);
  // The authenticator has one already.
  await adding.click();
  await expect(page.getByText(/already added a passkey/)).toBeVisible();

  await page.locator("summary", { hasText: "Rename" }).click();
  await page.getByLabel("Name", { exact: true }).fill("My laptop");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await expect(items).toContainText("My laptop");
  expect(await seriousViolations(page)).toEqual([]);

  // Autofill would choose it at once.
  await authenticator.setPresent(false);
  await appearForButtons(page, authenticator);
  await signOut(page);
  await page.goto("/signin?returnTo=%2Flist");
  await expect(page.getByLabel("Email address or user name")).toHaveAttribute(
    "autocomplete",
    "username webauthn",
  );
  await expect(passkeyButton(page)).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await passkeyButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/list");

  await page.goto("/confirm?returnTo=%2Fsettings%2Fpasskeys");
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(page).toHaveURL("/settings/passkeys");
  await expect(items).toContainText("last used");
  await page.getByRole("button", { name: "Remove My laptop" }).click();
  await expect(page.getByText(/^The passkey is removed/)).toBeVisible();
  await expect(items).toHaveCount(0);

  await signOut(page);
  await authenticator.setPresent(false);
  await page.goto("/signin");
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/");
});

test("the browser fills a passkey in on the sign-in page", async ({ page }) => {
  await signUp(page);
  await plugIn(page);
  await addPasskey(page);
  await signOut(page);
  await page.goto("/signin?returnTo=%2Flist");
  // The authenticator takes the place of a choice from the list below the field.
  await expect(page).toHaveURL("/list");
});

test("a removed or copied passkey does not sign in, and the page says so", async ({
  page,
  browserErrors,
}) => {
  await signUp(page);
  const authenticator = await plugIn(page);
  await addPasskey(page);
  const session = await page.context().cookies();
  await authenticator.setPresent(false);
  await appearForButtons(page, authenticator);
  const tryPasskey = async () => {
    await signOut(page);
    await page.goto("/signin");
    await waitForHydration(page);
    await passkeyButton(page).click();
  };
  await tryPasskey();
  await expect(page.getByRole("button", { name: "Account of Faye" })).toBeVisible();
  await waitForHydration(page);
  await authenticator.setPresent(false);
  await authenticator.turnCountersBack();
  await tryPasskey();
  await expect(page.getByRole("alert")).toContainText("This passkey was not accepted");
  await authenticator.setPresent(false);
  await page.context().addCookies(session);
  expect(browserErrors.splice(0)).not.toEqual([]);
});

test("without a finger or PIN nothing is signed in", async ({ page }) => {
  await signUp(page);
  const authenticator = await plugIn(page);
  await addPasskey(page);
  await signOut(page);
  await authenticator.setVerified(false);
  await page.goto("/signin");
  await waitForHydration(page);
  await passkeyButton(page).click();
  await expect(page.getByText(/^No passkey was used/)).toBeVisible();
  await expect(page).toHaveURL("/signin");
});

test("an IP address has no passkeys, and the page says why", async ({ page }) => {
  await page.goto(process.env["E2E_BASE_URL"] ?? "");
  const site = new URL(page.url()).origin;
  await signUp(page, { site });
  await page.goto(`${site}/settings#passkeys`);
  const section = page.getByRole("region", { name: "Passkeys" });
  await expect(section).toContainText("it has no address of its own yet");
  await expect(section.getByRole("link")).toHaveCount(0);
  await page.goto(`${site}/settings/passkeys`);
  await expect(page.getByText(/^This site has no passkeys, because/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
  await page.context().clearCookies({ name: "akari" });
  await page.goto(`${site}/signin`);
  await waitForHydration(page);
  await expect(passkeyButton(page)).toHaveCount(0);
  await expect(page.getByLabel("Email address or user name")).toHaveAttribute(
    "autocomplete",
    "username",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the pages say what needs it, and show no button that does nothing", async ({ page }) => {
    await signUp(page);
    await page.goto("/settings/passkeys");
    expect(await page.locator("main noscript").innerHTML()).toContain(
      "Adding a passkey needs JavaScript.",
    );
    await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
    await signOut(page);
    await page.goto("/signin");
    await expect(passkeyButton(page)).toHaveCount(0);
  });
});
