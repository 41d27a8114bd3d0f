import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { PASSWORD, signUp } from "../support/sign-up";
import { expect, waitForHydration, test } from "../support/fixtures";

const provider = process.env["E2E_PROVIDER_URL"] ?? "";
const someone = (fields: Record<string, unknown> = {}) => {
  const sub = randomUUID();
  return {
    sub,
    email: `${sub}@bebop.test`,
    email_verified: true,
    name: "Faye Valentine",
    given_name: "Faye",
    family_name: "Valentine",
    picture: `${provider}/picture.png`,
    ...fields,
  };
};

/** Follows the page's button through the provider's page and back. */
async function signInWithProvider(page: Page, user: ReturnType<typeof someone>): Promise<void> {
  await page.getByRole("button", { name: "Continue with The fake provider" }).click();
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  expect(page.url()).toContain(provider);
  await page.getByLabel("Somebody else, as JSON").fill(JSON.stringify(user));
  await page.getByRole("button", { name: "Sign in as them" }).click();
}

const account = (page: Page) => page.getByRole("button", { name: /^Account of/ });

for (const scripts of [true, false]) {
  // The first test shows that the forms work without scripts.
  const tag = scripts ? "" : " @nightly";
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("a new user signs in with the provider, completes the profile, and later returns @main", async ({
      page,
      context,
    }) => {
      const faye = someone();
      await page.goto("/signin?returnTo=%2Fbrowse%3Fgenre_filter%3Ddrama");
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, faye);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
      await expect(page).toHaveURL("/signup/profile?returnTo=%2Fbrowse%3Fgenre_filter%3Ddrama");
      await expect(page.getByLabel("Last name")).toHaveValue("Valentine");
      const { data } = (await (await page.request.get("/api/auth/session")).json()) as {
        data: Record<string, unknown>;
      };
      expect(data).toMatchObject({ email: faye.email, name: "Faye" });
      expect(data["avatar_url"]).toMatch(/^\/ipfs\//);
      await page.goto("/profile");
      const picture = page.getByRole("main").locator("img").first();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);

      await context.clearCookies();
      await page.goto("/settings");
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, faye);
      await expect(page).toHaveURL("/settings");
      await expect(page.getByText(`Signed in as ${faye.email}`)).toBeVisible();
    });

    test(`cancelling at the provider shows a message and allows a retry${tag}`, async ({
      page,
    }) => {
      await page.goto("/signin?returnTo=%2Flist");
      if (scripts) await waitForHydration(page);
      await page.getByRole("button", { name: "Continue with The fake provider" }).click();
      await page.getByRole("button", { name: "Nobody" }).click();
      await expect(page).toHaveURL("/signin?error=cancelled&returnTo=%2Flist");
      await expect(page.getByRole("alert")).toHaveText("Sign-in was cancelled at the provider.");
      await expect(account(page)).toHaveCount(0);
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, someone());
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
    });

    test(`confirming with another account shows a message, with the own one it leads back${tag}`, async ({
      page,
      context,
    }) => {
      const faye = someone();
      // The provider asks somebody else to sign out first, on a page that needs a click.
      const forgetAtProvider = () => context.clearCookies({ name: /^_session/ });
      await page.goto("/signin");
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, faye);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
      await forgetAtProvider();
      await page.goto("/confirm?returnTo=%2Flist");
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, someone());
      await expect(page).toHaveURL("/confirm?error=other-account&returnTo=%2Flist");
      await expect(page.getByRole("alert")).toContainText("isn’t connected to your account");
      await expect(account(page)).toBeVisible();
      await forgetAtProvider();
      if (scripts) await waitForHydration(page);
      await signInWithProvider(page, faye);
      await expect(page).toHaveURL("/list");
    });
  });
}

test("a visitor who navigated to the sign-in page from Home can use the provider", async ({
  page,
}) => {
  await page.goto("/");
  await waitForHydration(page);
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await signInWithProvider(page, someone());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About you");
});

test("a verified email address links the existing account; an unverified one is rejected", async ({
  page,
  context,
}) => {
  const proven = someone();
  await signUp(page, { email: proven.email });
  const { data: before } = (await (await page.request.get("/api/auth/session")).json()) as {
    data: { id: string };
  };
  await context.clearCookies();
  await page.goto("/signin");
  await waitForHydration(page);
  await signInWithProvider(page, proven);
  await expect(account(page)).toBeVisible();
  const { data: after } = (await (await page.request.get("/api/auth/session")).json()) as {
    data: { id: string };
  };
  expect(after.id).toBe(before.id);
  await context.clearCookies();
  expect(
    (
      await page.request.post("/api/auth/signin", {
        data: { email: proven.email, password: PASSWORD },
      })
    ).status(),
  ).toBe(401);

  const claimed = someone({ email_verified: false });
  await signUp(page, { email: claimed.email });
  await context.clearCookies();
  await page.goto("/signin");
  await waitForHydration(page);
  await signInWithProvider(page, claimed);
  await expect(page.getByRole("alert")).toContainText("hasn’t verified that it’s yours");
  await expect(account(page)).toHaveCount(0);
  expect(
    (
      await page.request.post("/api/auth/signin", {
        data: { email: claimed.email, password: PASSWORD },
      })
    ).status(),
  ).toBe(200);
});

test("an unexpected callback redirects to the sign-in page with a message @main", async ({
  page,
}) => {
  await page.goto("/api/auth/callback?code=stolen&state=made-up");
  await expect(page).toHaveURL("/signin?error=expired");
  await expect(page.getByRole("alert")).toContainText("was started in another browser");
  await page.goto("/signin?error=unavailable");
  await expect(page.getByRole("alert")).toContainText("isn’t responding");
});
