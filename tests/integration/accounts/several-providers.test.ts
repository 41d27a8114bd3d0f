import { eq, inArray } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { loader as confirm } from "~/routes/account/confirm";
import { action as settingsForm, loader as settings } from "~/routes/account/settings";
import { loader as signIn } from "~/routes/account/sign-in";
import { loader as signUp } from "~/routes/account/sign-up";
import { identities, sessions, users } from "~db/schema";
import { runChecks } from "~/services/run-checks.server";
import { buildUser } from "../../factories/user";
import { startScriptedProvider } from "../../fakes/openid-provider/scripted";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { startMailServer } from "../../support/server/mail-server";
import {
  buildProviderUser,
  completeSignIn,
  getSessionUser,
  linkAs,
  namedEnvironment,
  signInAs,
  startApp,
  startAppWithProvider,
  startAppWithProviders,
  startConfirmation,
  startSignIn,
  type ProviderSetup,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
const mail = await startMailServer(database);

type Browsing = Pick<ProviderSetup, "app" | "browser">;

const identitiesOf = (sub: string) =>
  db.select().from(identities).where(eq(identities.subject, sub));
const accountOf = async (email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0];
const cookieOf = ({ app, browser }: Browsing) =>
  `akari=${browser.jar.get(app)?.get("akari") ?? ""}`;

/** Forgets the user at the site and at the providers, as another browser. */
const asAnother = <Setup extends ProviderSetup>(setup: Setup): Setup => ({
  ...setup,
  browser: setup.otherBrowser(),
});

/** Signs in. Returns where the callback leads. */
const enter = async (setup: Browsing, sub: string, provider: string) =>
  (await signInAs(setup, sub, { provider })).headers.get("location");

const idOf = async (setup: Browsing) => String((await getSessionUser(setup))?.["id"]);

describe("several providers", () => {
  it("have a button each at sign-in, sign-up and in Settings, in the order of the list", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProviders(database, [spike], {
      OAUTH_PROVIDERS: "home,google",
    });
    await enter(setup, spike.sub, "google");
    const call = createPageCaller(database, { PUBLIC_URL: setup.app, ...setup.environment });
    const buttons = [
      { id: "home", name: "Home" },
      { id: "google", name: "Google" },
    ];
    expect((await call(signIn, "/signin")).providers).toEqual(buttons);
    expect(await call(signUp, "/signup")).toMatchObject({ data: { providers: buttons } });
    const init = { headers: { cookie: cookieOf(setup) } };
    expect((await call(settings, "/settings", { init })).providers).toMatchObject(buttons);
    // The other one would confirm nothing.
    expect((await call(confirm, "/confirm", { init })).providers).toEqual([
      { id: "google", name: "Google" },
    ]);
  });

  it("sign in by id, and the first one without", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProviders(database, [spike]);
    const originOf = async (fields: Record<string, string>) =>
      (await startSignIn(setup, fields)).origin;
    expect(await originOf({})).toBe(setup.google.issuer);
    expect(await originOf({ provider: "google" })).toBe(setup.google.issuer);
    expect(await originOf({ provider: "home" })).toBe(setup.home.issuer);
    for (const provider of ["default", "other", "", "HOME"]) {
      const client = createApiClient(setup.origin);
      const answer = await client.send("POST", "/api/auth/oauth", { provider });
      expect([provider, answer.status]).toEqual([provider, 404]);
    }
    const list = await createApiClient(setup.origin).send("POST", "/api/auth/oauth", {
      provider: ["home"],
    });
    expect(list.status).toBe(404);
  });

  it("stand beside the one without an id", async () => {
    const spike = buildProviderUser();
    const { home } = await startAppWithProviders(database, [spike]);
    const setup = await startAppWithProvider(database, [spike], "http://akari.test", {
      OAUTH_PROVIDERS: "home",
      ...namedEnvironment("home", home.environment),
    });
    expect((await startSignIn(setup)).origin).toBe(setup.provider.issuer);
    expect((await startSignIn(setup, { provider: "default" })).origin).toBe(setup.provider.issuer);
    expect(await enter(setup, spike.sub, "home")).toBe("/signup/profile");
    expect(await identitiesOf(spike.sub)).toMatchObject([{ issuer: home.issuer }]);
  });

  it("make two accounts of the same subject at both", async () => {
    const spike = buildProviderUser({ email: undefined });
    const setup = await startAppWithProviders(database, [spike]);
    const emails = ["google", "home"].map((id) => `${id}-${spike.sub}@akari.test`);
    setup.google.users.set(spike.sub, { ...spike, email: emails[0] ?? "" });
    setup.home.users.set(spike.sub, { ...spike, email: emails[1] ?? "" });
    expect(await enter(setup, spike.sub, "google")).toBe("/signup/profile");
    const first = await idOf(setup);
    const other = asAnother(setup);
    expect(await enter(other, spike.sub, "home")).toBe("/signup/profile");
    expect(await idOf(other)).not.toBe(first);
    expect(await db.$count(users, inArray(users.email, emails))).toBe(2);
    const again = asAnother(setup);
    expect(await enter(again, spike.sub, "google")).toBe("/");
    expect(await idOf(again)).toBe(first);
  });

  it("make one account of the same verified address at both", async () => {
    const spike = buildProviderUser();
    const atHome = { ...spike, sub: `home-${spike.sub}` };
    const setup = await startAppWithProviders(database, [spike]);
    setup.home.users.set(atHome.sub, atHome);
    await enter(setup, spike.sub, "google");
    const other = asAnother(setup);
    expect(await enter(other, atHome.sub, "home")).toBe("/");
    expect(await idOf(other)).toBe(await idOf(setup));
    // A second subject of the same provider does not join by itself.
    const second = { ...spike, sub: `second-${spike.sub}` };
    setup.home.users.set(second.sub, second);
    expect(await enter(asAnother(setup), second.sub, "home")).toBe(
      "/signin?error=not-linked&provider=home",
    );
  });

  it("join nothing by an address that the second one has not verified", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProviders(database, [spike]);
    const atHome = { ...spike, sub: `home-${spike.sub}`, email_verified: false };
    setup.home.users.set(atHome.sub, atHome);
    await enter(setup, spike.sub, "google");
    const other = asAnother(setup);
    expect(await enter(other, atHome.sub, "home")).toBe("/signin?error=unverified&provider=home");
    expect(await getSessionUser(other)).toBeNull();
    expect(await identitiesOf(atHome.sub)).toEqual([]);
    const environment = { PUBLIC_URL: setup.app, ...setup.environment };
    const call = createPageCaller(database, environment);
    const errorOf = async (id: string) =>
      (await call(signIn, `/signin?error=unverified&provider=${id}`)).error;
    expect(await errorOf("home")).toContain("it sent false as “email_verified”");
    // What one provider sent is not said of another.
    expect(await errorOf("google")).not.toContain("it sent");
    await enter(asAnother(setup), spike.sub, "google");
    expect(await errorOf("home")).toContain("it sent false");
  });
});

describe("a callback that mixes providers up", () => {
  it.each([
    ["google", "home"],
    ["home", "google"],
  ])("is refused when %s answers a sign-in that began with %s", async (honest, begun) => {
    const spike = buildProviderUser();
    const setup = await startAppWithProviders(database, [spike]);
    const state = (await startSignIn(setup, { provider: begun })).searchParams.get("state") ?? "";
    const start = await startSignIn(setup, { provider: honest });
    const callback = new URL(await completeSignIn(setup, start, { sub: spike.sub }));
    callback.searchParams.set("state", state);
    const mixed = await setup.browser.send(callback.href, { headers: { accept: "text/html" } });
    expect(mixed.headers.get("location")).toBe(`/signin?error=refused&provider=${begun}`);
    expect(await getSessionUser(setup)).toBeNull();
    expect(await identitiesOf(spike.sub)).toEqual([]);
  });

  it("is refused with the issuer of the other, and with none", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProviders(database, [spike]);
    for (const issuer of [setup.home.issuer, `${setup.home.issuer}/`, null]) {
      const start = await startSignIn(setup, { provider: "google" });
      const callback = new URL(await completeSignIn(setup, start, { sub: spike.sub }));
      if (issuer === null) callback.searchParams.delete("iss");
      else callback.searchParams.set("iss", issuer);
      expect((await setup.browser.send(callback.href)).status).toBe(400);
    }
    expect(await identitiesOf(spike.sub)).toEqual([]);
  });

  it("sends no code to a provider without discovery that is not the issuer", async () => {
    const spike = buildProviderUser();
    const { google } = await startAppWithProviders(database, [spike]);
    const plain = await startScriptedProvider({ clientId: "akari", nonce: "" });
    onTestFinished(() => plain.stop());
    const setup = await startApp(database, {
      OAUTH_PROVIDERS: "google,plain",
      ...namedEnvironment("google", google.environment),
      OAUTH_PLAIN_AUTHORIZE_URL: `${plain.issuer}/authorize`,
      OAUTH_PLAIN_TOKEN_URL: `${plain.issuer}/token`,
      OAUTH_PLAIN_USERINFO_URL: `${plain.issuer}/userinfo`,
      OAUTH_PLAIN_CLIENT_ID: "akari",
      OAUTH_PLAIN_CLIENT_SECRET: "secret",
    });
    const answerWith = async (issuer: string | null) => {
      const start = await startSignIn(setup, { provider: "plain" });
      const query = new URLSearchParams({
        code: "x",
        state: start.searchParams.get("state") ?? "",
      });
      if (issuer !== null) query.set("iss", issuer);
      return setup.browser.send(`${setup.app}/api/auth/callback?${query.toString()}`);
    };
    expect((await answerWith(google.issuer)).status).toBe(400);
    expect(plain.tokenRequests).toEqual([]);
    plain.script.userinfo = buildProviderUser();
    expect((await answerWith(null)).status).toBe(302);
    expect(plain.tokenRequests).toHaveLength(1);
  });
});

describe("a provider that is down", () => {
  it("at the start leaves the other one, and is named on the page", async () => {
    const spike = buildProviderUser();
    const gone = await startScriptedProvider({ clientId: "akari", nonce: "" });
    gone.stop();
    const setup = await startAppWithProviders(database, [spike], {
      OAUTH_HOME_ISSUER: gone.issuer,
    });
    const call = createPageCaller(database, { PUBLIC_URL: setup.app, ...setup.environment });
    expect((await call(signIn, "/signin")).providers).toHaveLength(2);
    const press = await setup.browser.send(`${setup.app}/api/auth/oauth`, {
      method: "POST",
      body: new URLSearchParams({ provider: "home" }),
      headers: { accept: "text/html" },
    });
    const location = press.headers.get("location") ?? "";
    expect(location).toBe("/signin?error=unavailable&provider=home");
    expect((await call(signIn, location)).error).toBe(
      "Home isn’t responding. Try again in a few minutes, or sign in another way.",
    );
    expect(await enter(setup, spike.sub, "google")).toBe("/signup/profile");
  });

  it("later leaves the other one, and the doctor names it", async () => {
    const [spike, faye] = [buildProviderUser(), buildProviderUser()];
    const setup = await startAppWithProviders(database, [spike, faye]);
    const start = await startSignIn(setup, { provider: "home" });
    const callback = await completeSignIn(setup, start, { sub: spike.sub });
    await setup.home.stop();
    const failed = await setup.browser.send(callback, { headers: { accept: "text/html" } });
    expect(failed.headers.get("location")).toBe("/signin?error=unavailable&provider=home");
    expect(await getSessionUser(setup)).toBeNull();
    expect(await enter(setup, faye.sub, "google")).toBe("/signup/profile");
    const { accounts, shared } = createTestServices(
      { PUBLIC_URL: setup.app, ...setup.environment },
      database,
    );
    const findings = await runChecks({
      config: shared.config,
      keyring: () => accounts.keyring,
      encoders: () => Promise.reject(new Error("not of interest")),
      withDatabase: (check) => check(database),
    });
    const found = findings.find(({ check }) => check === "provider");
    expect(found?.status).toBe("problem");
    expect(found?.message).toContain("Google: The provider responds");
    expect(found?.message).toContain("Home: ");
  });
});

describe("TRUST_EMAIL=no", () => {
  const untrusting = { OAUTH_HOME_TRUST_EMAIL: "no" };

  it("joins no account by a verified address, and says how to connect it", async () => {
    const spike = buildProviderUser();
    const atHome = { ...spike, sub: `home-${spike.sub}` };
    const setup = await startAppWithProviders(database, [spike], untrusting);
    setup.home.users.set(atHome.sub, atHome);
    await enter(setup, spike.sub, "google");
    const other = asAnother(setup);
    const location = (await enter(other, atHome.sub, "home")) ?? "";
    expect(location).toBe("/signin?error=untrusted&provider=home");
    expect(await getSessionUser(other)).toBeNull();
    expect(await identitiesOf(atHome.sub)).toEqual([]);
    const call = createPageCaller(database, { PUBLIC_URL: setup.app, ...setup.environment });
    expect((await call(signIn, location)).error).toBe(
      "There is already an account with your email address. Sign in the way you usually do, then connect Home in Settings.",
    );
    expect(
      await linkAs(database, { ...setup, provider: setup }, atHome.sub, { provider: "home" }),
    ).toBe("/settings?done=connected");
    const linked = asAnother(setup);
    expect(await enter(linked, atHome.sub, "home")).toBe("/");
    expect(await idOf(linked)).toBe(await idOf(setup));
  });

  it("proves no address, neither by a link nor of a new account", async () => {
    const account = buildUser();
    const atHome = buildProviderUser({ email: account.email });
    const setup = await startAppWithProviders(database, [atHome], untrusting);
    const answer = await setup.browser.send(`${setup.app}/api/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    expect(answer.status).toBe(200);
    await linkAs(database, { ...setup, provider: setup }, atHome.sub, { provider: "home" });
    expect(await identitiesOf(atHome.sub)).toMatchObject([{ provenAt: null }]);
    expect((await accountOf(account.email))?.emailProvenAt).toBeNull();

    const newcomer = buildProviderUser();
    const atGoogle = { ...newcomer, sub: `google-${newcomer.sub}` };
    setup.home.users.set(newcomer.sub, newcomer);
    setup.google.users.set(atGoogle.sub, atGoogle);
    expect(await enter(asAnother(setup), newcomer.sub, "home")).toBe("/signup/profile");
    expect((await accountOf(newcomer.email))?.emailProvenAt).toBeNull();
    // The first proof ends what nothing had proven: an account cannot be planted for another.
    expect(await enter(asAnother(setup), atGoogle.sub, "google")).toBe("/");
    expect(await identitiesOf(newcomer.sub)).toEqual([]);
  });
});

it("tell the account's address when one is connected and disconnected", async () => {
  const spike = buildProviderUser();
  const setup = await startAppWithProviders(database, [spike], mail.environment);
  await enter(setup, spike.sub, "google");
  const atHome = { ...spike, sub: `home-${spike.sub}` };
  setup.home.users.set(atHome.sub, atHome);
  await linkAs(database, { ...setup, provider: setup }, atHome.sub, { provider: "home" });
  const [connected] = await mail.receive(1, spike.email);
  expect(connected?.text).toContain("A sign-in of a provider was linked to your account");
  const call = createPageCaller(database, { PUBLIC_URL: setup.app, ...setup.environment });
  const [{ issuer = "", subject = "" } = {}] = await identitiesOf(atHome.sub);
  for (const named of ["of-none", subject])
    await call(settingsForm, "/settings", {
      init: {
        method: "POST",
        headers: { cookie: cookieOf(setup), origin: setup.app },
        body: new URLSearchParams({ intent: "disconnect", issuer, subject: named }),
      },
    });
  const mails = await mail.receive(2, spike.email);
  expect(mails.map(({ text }) => text).join("\n")).toContain("A linked sign-in of your account");
  expect(mails).toHaveLength(2);
});

describe("confirming", () => {
  it("takes each connected provider, and not an account of another one", async () => {
    const spike = buildProviderUser();
    const atHome = { ...spike, sub: `home-${spike.sub}` };
    const setup = await startAppWithProviders(database, [spike]);
    setup.home.users.set(atHome.sub, atHome);
    await enter(setup, spike.sub, "google");
    const userId = await idOf(setup);
    const confirmBy = async (provider: string, sub: string) => {
      await db
        .update(sessions)
        .set({ confirmedAt: new Date(0) })
        .where(eq(sessions.userId, userId));
      const page = { ...setup, provider: setup };
      const start = await startConfirmation(database, page, "/settings", { provider });
      setup.browser.jar.delete(start.origin);
      const callback = await completeSignIn(setup, start, { sub });
      const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId));
      return [response.headers.get("location"), (row?.confirmedAt?.getTime() ?? 0) > 0];
    };
    expect(await confirmBy("google", spike.sub)).toEqual(["/settings", true]);
    expect(await confirmBy("home", atHome.sub)).toEqual([
      "/confirm?error=other-account&provider=home&returnTo=%2Fsettings",
      false,
    ]);
    expect(await confirmBy("google", spike.sub)).toEqual(["/settings", true]);
    await linkAs(database, { ...setup, provider: setup }, atHome.sub, { provider: "home" });
    expect(await confirmBy("home", atHome.sub)).toEqual(["/settings", true]);
  });
});
