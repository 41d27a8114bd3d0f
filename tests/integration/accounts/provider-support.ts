import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import {
  startOpenIdProvider,
  type FakeProvider,
  type ProviderPerson,
} from "../../fakes/openid-provider/provider";
import { apiClient } from "../../support/server/api-client";
import { browserClient, type BrowserClient } from "../../support/server/browser-client";
import type { TestDatabase } from "../../support/database/test-database";

export interface ProviderRig {
  app: string;
  /** Where the app's process listens. */
  origin: string;
  browser: BrowserClient;
  /** A further browser, without any cookie. */
  otherBrowser(): BrowserClient;
}

/** An app that people know under a public address and that uses the given provider. */
export async function appWith(
  database: TestDatabase,
  environment: Record<string, string>,
  app = "http://akari.test",
): Promise<ProviderRig> {
  const { origin } = await apiClient(database, { PUBLIC_URL: app, ...environment });
  const open = () => browserClient({ [app]: origin });
  return { app, origin, browser: open(), otherBrowser: open };
}

/** A real provider with its people, and an app that uses it. */
export async function realProvider(
  database: TestDatabase,
  people: ProviderPerson[],
  app = "http://akari.test",
  environment: Record<string, string> = {},
): Promise<ProviderRig & { provider: FakeProvider }> {
  const provider = await startOpenIdProvider({
    redirectUris: [`${app}/api/auth/callback`],
    people,
  });
  onTestFinished(() => provider.stop());
  return {
    provider,
    ...(await appWith(database, { ...provider.environment, ...environment }, app)),
  };
}

/** Presses the button. Returns the address at the provider. */
export async function pressButton(
  { app, browser }: Pick<ProviderRig, "app" | "browser">,
  fields: Record<string, string> = {},
): Promise<URL> {
  const response = await browser.send(`${app}/api/auth/oauth`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { accept: "text/html" },
  });
  if (response.status !== 302) throw new Error(`The button answered ${response.status}.`);
  return new URL(response.headers.get("location") ?? "");
}

/** Goes through the provider's pages as somebody, or refuses. Returns the address that the provider sends the browser back to. */
export async function passProvider(
  { app, browser }: Pick<ProviderRig, "app" | "browser">,
  start: URL,
  choice: { sub: string } | { refuse: string },
): Promise<string> {
  let address = start.href;
  while (!address.startsWith(app)) {
    const isPage = new URL(address).pathname.startsWith("/interaction/");
    const response = await browser.send(
      address,
      isPage ? { method: "POST", body: new URLSearchParams({ ...choice }) } : {},
    );
    const next = response.headers.get("location");
    if (next === null)
      throw new Error(
        `The provider answered ${response.status} at ${address}: ${await response.text()}`,
      );
    address = new URL(next, address).href;
  }
  return address;
}

/** The whole way. Returns the app's answer to the callback. */
export async function signInAs(
  rig: Pick<ProviderRig, "app" | "browser">,
  sub: string,
  fields: Record<string, string> = {},
): Promise<Response> {
  const callback = await passProvider(rig, await pressButton(rig, fields), { sub });
  return rig.browser.send(callback, { headers: { accept: "text/html" } });
}

/** Who the browser is signed in as, or null. */
export async function whoAmI({
  app,
  browser,
}: Pick<ProviderRig, "app" | "browser">): Promise<Record<string, unknown> | null> {
  const response = await browser.send(`${app}/api/auth/session`);
  return ((await response.json()) as { data: Record<string, unknown> | null }).data;
}

/** A new person of the provider, with the claims that it would send; override what the test is about. */
export const someone = (fields: Record<string, unknown> = {}) => ({
  sub: randomUUID(),
  email: `spike-${randomUUID()}@akari.test`,
  email_verified: true,
  name: "Spike Spiegel",
  given_name: "Spike",
  family_name: "Spiegel",
  picture: "http://127.0.0.1:1/spike.png",
  ...fields,
});
