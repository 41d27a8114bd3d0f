import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { getFreePort } from "../../../scripts/support/free-port";
import {
  startOpenIdProvider,
  type FakeProvider,
} from "../../../scripts/support/openid-provider/provider";
import { seriousViolations } from "../support/axe";
import { expectToFit } from "../support/expect-to-fit";
import { expect, test, waitForHydration } from "../support/fixtures";
import { startOwnServer } from "../support/own-server";
import { tabTo } from "../support/tab-to";

const providers: FakeProvider[] = [];

/** A site without passwords that two providers sign in to. */
const server = startOwnServer(async () => {
  const port = String(await getFreePort());
  const environment: Record<string, string> = { PORT: port, PASSWORDS: "off" };
  for (const name of ["Google", "Home"]) {
    const redirectUris = [`http://127.0.0.1:${port}/api/auth/callback`];
    const provider = await startOpenIdProvider({ redirectUris });
    providers.push(provider);
    for (const [key, value] of Object.entries({ ...provider.environment, OAUTH_NAME: name }))
      environment[key.replace("OAUTH_", `OAUTH_${name.toUpperCase()}_`)] = value;
  }
  return { ...environment, OAUTH_PROVIDERS: "google,home" };
});
test.afterAll(() => Promise.all(providers.map((provider) => provider.stop())));

/** Fills in the provider's page. */
async function finishAtProvider(page: Page, user: Record<string, unknown>): Promise<void> {
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  await page.getByLabel("Somebody else, as JSON").fill(JSON.stringify(user));
  await page.getByRole("button", { name: "Sign in as them" }).click();
}

for (const scripts of [true, false])
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("someone signs up with the second provider, by keys, and connects the first @phone-nightly", async ({
      page,
      context,
    }) => {
      const open = async (path: string) => {
        await page.goto(server.url + path);
        if (scripts) await waitForHydration(page);
      };
      const choose = async (name: string) => {
        const button = page.getByRole("button", { name });
        await tabTo(page, button);
        await page.keyboard.press("Enter");
      };
      const sub = randomUUID();
      const faye = { sub, email: `${sub}@bebop.test`, email_verified: true, name: "Faye" };
      const buttons = page.getByRole("button", { name: /^Continue with/ });

      await open("/signup");
      await expect(buttons).toHaveText(["Continue with Google", "Continue with Home"]);
      await expect(page.getByLabel("Password")).toHaveCount(0);
      await choose("Continue with Home");
      await finishAtProvider(page, faye);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");

      await context.clearCookies();
      await open("/signin?returnTo=%2Fsettings");
      await expect(buttons).toHaveText(["Continue with Google", "Continue with Home"]);
      await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
      if (scripts) {
        await expectToFit(page);
        expect(await seriousViolations(page)).toEqual([]);
      }
      await choose("Continue with Home");
      await finishAtProvider(page, faye);
      await expect(page).toHaveURL(`${server.url}/settings`);
      await expect(page.getByText("This is the only way to sign in to your account")).toBeVisible();
      await expect(page.getByRole("heading", { name: "Password", exact: true })).toHaveCount(0);
      await expect(page.getByRole("main")).not.toContainText(/your password\b(?! manager)/i);

      if (scripts) await waitForHydration(page);
      // Settings have too many controls to walk through.
      await page.getByRole("button", { name: "Connect Google" }).press("Enter");
      await finishAtProvider(page, { ...faye, sub: randomUUID() });
      await expect(page).toHaveURL(`${server.url}/settings?done=connected`);
      await expect(page.getByRole("button", { name: "Disconnect" })).toHaveCount(2);
      const rows = page.locator("#provider").getByRole("listitem");
      await expect(rows.filter({ hasText: /^Google/ })).toHaveCount(1);
      await expect(rows.filter({ hasText: /^Home/ })).toContainText(/· 127\.0\.0\.1:\d+, since /);
    });
  });
