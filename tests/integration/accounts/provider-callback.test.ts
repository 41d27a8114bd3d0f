import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountServices } from "~/features/accounts/account-services.server";
import { startProviderSignIn } from "~/http/session/provider-sign-in.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createOpenIdProvider } from "~/providers/openid/provider.server";
import type { AppServices } from "~/process/app-services";
import { identities } from "~db/schema";
import { startOpenIdProvider } from "../../../scripts/support/openid-provider/provider";
import { apiRoutes } from "../../support/server/api-routes";
import { createApiCaller } from "../../support/server/call-api";
import { createTestContext, createTestServices } from "../../support/server/context";
import { testDatabase } from "../../support/database/test-database";
import {
  completeSignIn,
  startSignIn,
  startAppWithProvider,
  buildProviderUser,
  getSessionUser,
  type ProviderSetup,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
const identityCount = async (sub: string) =>
  (await db.select().from(identities).where(eq(identities.subject, sub))).length;

describe("an invalid callback", () => {
  it("OAUTH-S02 is rejected without state, with another state, and in another browser", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    const otherSetup = { ...setup, browser: setup.otherBrowser() };
    const without = new URL(callback);
    without.searchParams.delete("state");
    const wrong = new URL(callback);
    wrong.searchParams.set("state", "another");
    for (const [user, value] of [
      [otherSetup, callback],
      [setup, without.href],
      [setup, wrong.href],
    ] as const) {
      const page = await user.browser.send(value, { headers: { accept: "text/html" } });
      expect(page.status).toBe(302);
      expect(page.headers.get("location")).toBe("/signin?error=expired");
      const program = await user.browser.send(value);
      expect(program.status).toBe(400);
      expect(await program.json()).toMatchObject({
        status: 400,
        error: expect.any(String) as string,
      });
      expect(await getSessionUser(user)).toBeNull();
    }
    expect(await identityCount(spike.sub)).toBe(0);
  });

  it("OAUTH-S03 is rejected when the user refused, or without code and error", async () => {
    const setup = await startAppWithProvider(database, []);
    const refused = await completeSignIn(setup, await startSignIn(setup), { refuse: "yes" });
    expect(
      (
        await setup.browser.send(refused, {
          headers: { accept: "text/html,application/xhtml+xml" },
        })
      ).headers.get("location"),
    ).toBe("/signin?error=cancelled");
    const state = (await startSignIn(setup)).searchParams.get("state") ?? "";
    const issuer = encodeURIComponent(setup.provider.issuer);
    expect(
      (await setup.browser.send(`${setup.app}/api/auth/callback?state=${state}&iss=${issuer}`))
        .status,
    ).toBe(400);
    for (const query of ["", "?error=access_denied", "?code=x", "?state=&code="])
      expect((await setup.browser.send(`${setup.app}/api/auth/callback${query}`)).status).toBe(400);
  });

  it("is rejected when no provider is configured", async () => {
    const { get } = createApiCaller(database);
    const callback = "/api/auth/callback?code=x&state=y";
    expect(await get(callback)).toMatchObject({ status: 400, json: { status: 400 } });
    const page = await get(callback, { accept: "text/html" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/signin?error=expired"]);
  });

  it("OAUTH-S05 works once: reopening it creates no second session", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    const before = new Map(setup.browser.jar.get(setup.app));
    expect((await setup.browser.send(callback)).status).toBe(302);
    expect((await setup.browser.send(callback)).status).toBe(400);
    // A browser that kept its cookies meets the provider's own refusal.
    setup.browser.jar.set(setup.app, before);
    expect((await setup.browser.send(callback)).status).toBe(400);
    expect(await identityCount(spike.sub)).toBe(1);
    expect(await getSessionUser(setup)).toBeNull();
  });

  it("OAUTH-S18 expires after fifteen minutes without a token request, even with the cookie", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    const oldCookies = new Map(setup.browser.jar.get(setup.app));
    const began = Date.now();
    const openAfter = async (seconds: number) => {
      vi.setSystemTime(began + seconds * 1000);
      setup.browser.jar.set(setup.app, new Map(oldCookies));
      return (await setup.browser.send(callback, { headers: { accept: "text/html" } })).headers.get(
        "location",
      );
    };
    expect(await openAfter(15 * 60 + 2)).toBe("/signin?error=expired");
    expect(await identityCount(spike.sub)).toBe(0);
    // The state is valid just in time, but the provider's code has expired.
    expect(await openAfter(15 * 60 - 2)).toBe("/signin?error=refused");
    expect(await getSessionUser(setup)).toBeNull();
  });

  it("OAUTH-S18 OAUTH-S05 leaves no code, verifier, state or unhashed session in the database", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = new URL(
      await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub }),
    );
    const pending = [...(setup.browser.jar.get(setup.app)?.values() ?? [])].flatMap((value) => [
      ...new URLSearchParams(value).values(),
      ...new URLSearchParams(value).keys(),
    ]);
    expect((await setup.browser.send(callback.href)).status).toBe(302);
    const cookie = decodeURIComponent(setup.browser.jar.get(setup.app)?.get("akari") ?? "");
    const { id } = JSON.parse(
      Buffer.from(cookie.slice(0, cookie.lastIndexOf(".")), "base64").toString(),
    ) as { id: string };
    const [row] = await database.sql<{ everything: string }[]>`
      SELECT concat((SELECT json_agg(s) FROM sessions s), (SELECT json_agg(u) FROM users u), (SELECT json_agg(i) FROM identities i), (SELECT json_agg(p) FROM profiles p)) AS everything`;
    expect(row?.everything).toContain(createHash("sha256").update(id).digest("base64url"));
    const secrets = [id, callback.searchParams.get("code"), ...pending].filter(
      (secret) => secret !== null && secret.length >= 20,
    );
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    for (const secret of secrets) expect(row?.everything).not.toContain(secret);
  });

  it("OAUTH-S04 is rejected by the provider with the wrong verifier", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    const cookies = setup.browser.jar.get(setup.app) ?? new Map<string, string>();
    for (const [name, value] of cookies)
      cookies.set(name, value.replace(/=[\w-]{43}$/, `=${"A".repeat(43)}`));
    expect((await setup.browser.send(callback)).status).toBe(400);
    expect(await getSessionUser(setup)).toBeNull();
  });

  it("OAUTH-S06 is rejected with another issuer or none", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    for (const change of [
      (url: URL) => url.searchParams.set("iss", "https://evil.test"),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const callback = new URL(
        await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub }),
      );
      change(callback);
      expect((await setup.browser.send(callback.href)).status).toBe(400);
      expect(await getSessionUser(setup)).toBeNull();
    }
    expect(await identityCount(spike.sub)).toBe(0);
  });

  it.each(["code_verifier=", "state="])(
    "is rejected when the browser's cookie holds only %s",
    async (kept) => {
      const spike = buildProviderUser();
      const setup = await startAppWithProvider(database, [spike]);
      const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
      const cookies = setup.browser.jar.get(setup.app) ?? new Map<string, string>();
      for (const name of cookies.keys())
        if (name.startsWith("akari-oauth:"))
          cookies.set(name, `${kept}${new URL(callback).searchParams.get("state") ?? ""}`);
      expect((await setup.browser.send(callback)).status).toBe(400);
      expect(await identityCount(spike.sub)).toBe(0);
    },
  );

  it("is not consumed by HEAD", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    expect((await setup.browser.send(callback, { method: "HEAD" })).status).toBe(200);
    expect((await setup.browser.send(callback)).status).toBe(302);
  });
});

/** Dispatches in this process, with services of the test. */
function dispatchCallback(setup: ProviderSetup, callback: string, services: AppServices) {
  const cookies = [...(setup.browser.jar.get(setup.app) ?? [])];
  const cookie = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  return apiRoutes.respond(new URL(callback).pathname, {
    request: new Request(callback, { headers: { cookie, accept: "text/html" } }),
    context: createTestContext(services),
  });
}

it("finishes a sign-in with the provider that began it, whichever else there are", async () => {
  const spike = buildProviderUser();
  const setup = await startAppWithProvider(database, [spike]);
  const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
  const environment = { PUBLIC_URL: setup.app, ...setup.provider.environment };
  const services = createTestServices(environment, database);
  const { providers } = services.accounts;
  const others = providers.map((provider) => ({
    ...provider,
    client: { ...provider.client, id: "other" },
    checkCallback: () => Promise.reject(new Error("The other provider was asked.")),
  }));
  const locationWith = async (chosen: AccountServices["providers"]) => {
    const accounts = { ...services.accounts, providers: chosen };
    const response = await dispatchCallback(setup, callback, { ...services, accounts });
    return response.headers.get("location");
  };
  expect(await locationWith(others)).toBe("/signin?error=expired");
  expect(await identityCount(spike.sub)).toBe(0);
  expect(await locationWith([...others, ...providers])).toBe("/signup/profile");
  expect(await identityCount(spike.sub)).toBe(1);
});

it("finishes the sign-ins of two providers that began in one browser, each with its own", async () => {
  const [spike, faye] = [buildProviderUser(), buildProviderUser()];
  const setup = await startAppWithProvider(database, [spike]);
  const other = await startOpenIdProvider({
    redirectUris: [`${setup.app}/api/auth/callback`],
    people: [faye],
  });
  onTestFinished(() => other.stop());
  const services = createTestServices(
    { PUBLIC_URL: setup.app, ...setup.provider.environment },
    database,
  );
  const [first] = services.accounts.providers;
  if (first === undefined) throw new Error("There is no provider.");
  const client = { ...first.client, id: "other", issuer: new URL(other.issuer) };
  const second = createOpenIdProvider(
    client,
    createOperatorFetch({ timeoutMs: 60_000, maxBytes: 100_000 }),
  );
  const both = {
    ...services,
    accounts: { ...services.accounts, providers: [first, second] },
  };
  const start = await startSignIn(setup);
  const begun = await startProviderSignIn(
    new Request(`${setup.app}/api/auth/oauth`, { method: "POST" }),
    createTestContext(both, { metadata: { origin: setup.app } }),
    second,
    { returnTo: "/" },
  );
  if (begun.kind !== "started") throw new Error(begun.reason);
  for (const line of begun.response.headers.getSetCookie()) {
    const [pair = ""] = line.split("; ");
    const end = pair.indexOf("=");
    setup.browser.jar.get(setup.app)?.set(pair.slice(0, end), pair.slice(end + 1));
  }
  const location = new URL(begun.response.headers.get("location") ?? "");
  const callbacks = [
    await completeSignIn(setup, location, { sub: faye.sub }),
    await completeSignIn(setup, start, { sub: spike.sub }),
  ];
  for (const callback of callbacks) {
    const response = await dispatchCallback(setup, callback, both);
    expect(response.headers.get("location")).toBe("/signup/profile");
  }
  const rows = await db
    .select({ subject: identities.subject, issuer: identities.issuer })
    .from(identities)
    .where(inArray(identities.subject, [spike.sub, faye.sub]));
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ subject: spike.sub, issuer: setup.provider.issuer });
  expect(rows).toContainEqual({ subject: faye.sub, issuer: other.issuer });
});

it.each([new ReferenceError("spike is not defined"), new RangeError("Invalid time value")])(
  "answers an unexpected %s of ours with 500, and logs it",
  async (bug) => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const callback = await completeSignIn(setup, await startSignIn(setup), { sub: spike.sub });
    const environment = { PUBLIC_URL: setup.app, ...setup.provider.environment };
    const services = createTestServices(environment, database);
    const { accounts } = services;
    const providers: AccountServices["providers"] = accounts.providers.map((provider) => ({
      ...provider,
      getIdentity: () => Promise.reject(bug),
    }));
    const logged = vi.spyOn(services.shared.log, "error");
    const response = await dispatchCallback(setup, callback, {
      ...services,
      accounts: { ...accounts, providers },
    });
    expect(response.status).toBe(500);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({
        err: expect.objectContaining({ name: bug.name, message: bug.message }) as Error,
      }),
      "unexpected error",
    );
  },
);
