import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { action as confirm } from "~/routes/account/confirm";
import { action as settings } from "~/routes/account/settings";
import {
  startOpenIdProvider,
  type FakeProvider,
  type ProviderUser,
} from "../../../scripts/support/openid-provider/provider";
import { startApi } from "../../support/server/api-client";
import { createBrowserClient, type BrowserClient } from "../../support/server/browser-client";
import { createPageCaller } from "../../support/server/call-page";
import type { TestDatabase } from "../../support/database/test-database";

export interface ProviderSetup {
  app: string;
  /** Origin of the app. */
  origin: string;
  browser: BrowserClient;
  /** A further browser, without any cookie. */
  otherBrowser(): BrowserClient;
}

/** An app at a public URL that uses the given provider. */
export async function startApp(
  database: TestDatabase,
  environment: Record<string, string>,
  app = "http://akari.test",
): Promise<ProviderSetup> {
  const { origin } = await startApi(database, { PUBLIC_URL: app, ...environment });
  const open = () => createBrowserClient({ [app]: origin });
  return { app, origin, browser: open(), otherBrowser: open };
}

/** A real provider with users, and an app that uses it. */
export async function startAppWithProvider(
  database: TestDatabase,
  users: ProviderUser[],
  app = "http://akari.test",
  environment: Record<string, string> = {},
): Promise<ProviderSetup & { provider: FakeProvider }> {
  const provider = await startOpenIdProvider({
    redirectUris: [`${app}/api/auth/callback`],
    people: users,
  });
  onTestFinished(() => provider.stop());
  return {
    provider,
    ...(await startApp(database, { ...provider.environment, ...environment }, app)),
  };
}

export interface SeveralProviders extends ProviderSetup {
  google: FakeProvider;
  home: FakeProvider;
  environment: Record<string, string>;
}

/** Two real providers, `google` and `home`, with the same users, and an app that uses both. */
export async function startAppWithProviders(
  database: TestDatabase,
  users: ProviderUser[],
  more: Record<string, string> = {},
): Promise<SeveralProviders> {
  const app = "http://akari.test";
  const open = async () => {
    const options = { redirectUris: [`${app}/api/auth/callback`], people: users };
    const provider = await startOpenIdProvider(options);
    onTestFinished(() => provider.stop());
    return provider;
  };
  const [google, home] = [await open(), await open()];
  const environment = {
    OAUTH_PROVIDERS: "google,home",
    ...namedEnvironment("google", { ...google.environment, OAUTH_NAME: "Google" }),
    ...namedEnvironment("home", { ...home.environment, OAUTH_NAME: "Home" }),
    ...more,
  };
  return { google, home, environment, ...(await startApp(database, environment, app)) };
}

/** The settings of a provider without an id as those of one with this id. */
export function namedEnvironment(id: string, environment: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name.replace("OAUTH_", `OAUTH_${id.toUpperCase()}_`),
      value,
    ]),
  );
}

/** Presses the button. Returns the provider's URL. */
export async function startSignIn(
  { app, browser }: Pick<ProviderSetup, "app" | "browser">,
  fields: Record<string, string> = {},
): Promise<URL> {
  const response = await browser.send(`${app}/api/auth/oauth`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "text/html" },
  });
  if (response.status !== 302) throw new Error(`The button responded with ${response.status}.`);
  return new URL(response.headers.get("location") ?? "");
}

/**
 * Signs in on the provider's pages as a user, or declines. Returns the URL that the provider
 * redirects to.
 */
export async function completeSignIn(
  { app, browser }: Pick<ProviderSetup, "app" | "browser">,
  start: URL,
  choice: { sub: string } | { refuse: string },
): Promise<string> {
  let url = start.href;
  while (!url.startsWith(app)) {
    const isPage = new URL(url).pathname.startsWith("/interaction/");
    const response = await browser.send(
      url,
      isPage ? { method: "POST", body: new URLSearchParams({ ...choice }) } : {},
    );
    const next = response.headers.get("location");
    if (next === null) throw new Error(`The provider responded with ${response.status} at ${url}`);
    url = new URL(next, url).href;
  }
  return url;
}

/** The whole sign-in. Returns the app's response to the callback. */
export async function signInAs(
  setup: Pick<ProviderSetup, "app" | "browser">,
  sub: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const callback = await completeSignIn(setup, await startSignIn(setup, fields), { sub });
  return setup.browser.send(callback, { headers: { accept: "text/html" } });
}

/** Returns null when signed out. */
export async function getSessionUser({
  app,
  browser,
}: Pick<ProviderSetup, "app" | "browser">): Promise<Record<string, unknown> | null> {
  const response = await browser.send(`${app}/api/auth/session`);
  return ((await response.json()) as { data: Record<string, unknown> | null }).data;
}

/** A new user of the provider, with its claims; override what the test is about. */
export const buildProviderUser = (fields: Record<string, unknown> = {}) => ({
  sub: randomUUID(),
  email: `spike-${randomUUID()}@akari.test`,
  email_verified: true,
  name: "Spike Spiegel",
  given_name: "Spike",
  family_name: "Spiegel",
  picture: "http://127.0.0.1:1/spike.png",
  ...fields,
});

interface SetupWithProvider extends Pick<ProviderSetup, "app" | "browser"> {
  provider: Pick<FakeProvider, "environment">;
}

/**
 * Presses "Connect" on the settings page. Returns the provider's URL, or the path with the failure.
 */
export function startLink(
  database: TestDatabase,
  setup: SetupWithProvider,
  fields: Record<string, string> = {},
): Promise<URL> {
  return submitPage(database, setup, settings, "/settings", { intent: "connect", ...fields });
}

/** Presses the provider's button on the page that has users confirm who they are. */
export function startConfirmation(
  database: TestDatabase,
  setup: SetupWithProvider,
  returnTo: string,
  fields: Record<string, string> = {},
): Promise<URL> {
  const path = `/confirm?${new URLSearchParams({ returnTo }).toString()}`;
  return submitPage(database, setup, confirm, path, { intent: "provider", ...fields });
}

async function submitPage(
  database: TestDatabase,
  { app, browser, provider }: SetupWithProvider,
  action: (args: never) => unknown,
  path: string,
  fields: Record<string, string>,
): Promise<URL> {
  const cookies = browser.jar.get(app) ?? new Map<string, string>();
  const call = createPageCaller(database, { PUBLIC_URL: app, ...provider.environment });
  const response: unknown = await call(action, path, {
    init: {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: app,
      },
    },
  });
  if (!(response instanceof Response)) throw new Error("The form was refused.");
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split("; ");
    cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  return new URL(response.headers.get("location") ?? "", app);
}

/** Links an identity on the settings page. Returns where the callback leads. */
export async function linkAs(
  database: TestDatabase,
  setup: SetupWithProvider,
  sub: string,
  fields: Record<string, string> = {},
): Promise<string | null> {
  const start = await startLink(database, setup, fields);
  if (start.searchParams.get("max_age") !== "0") throw new Error("The provider would not ask.");
  // Changing the user on the provider's pages needs a browser.
  setup.browser.jar.delete(start.origin);
  const callback = await completeSignIn(setup, start, { sub });
  const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
  return response.headers.get("location");
}
