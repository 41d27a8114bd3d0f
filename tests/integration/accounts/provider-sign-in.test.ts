import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { request as rawRequest, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { signInWithIdentity } from "~/features/accounts/sign-in/sign-in-with-identity.server";
import { credentials, identities, profiles, uploads, users } from "~db/schema";
import { gradient, withLocation } from "../../factories/image";
import { buildUser } from "../../factories/user";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startOpenIdProvider } from "../../../scripts/support/openid-provider/provider";
import { startApi, createApiClient } from "../../support/server/api-client";
import { createTempFolder } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";
import {
  startApp,
  completeSignIn,
  startSignIn,
  startAppWithProvider,
  signInAs,
  buildProviderUser,
  getSessionUser,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
/** A POST with exactly these headers, including `Host`, which `fetch` would not send. */
function rawPost(
  origin: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(origin + path, { method: "POST", headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    });
    sent.on("error", reject).end();
  });
}
const identityCount = async (sub: string) =>
  (await db.select().from(identities).where(eq(identities.subject, sub))).length;

describe("signing in with a provider", () => {
  it("OAUTH-S01 starts a code flow with PKCE, state and nonce, bound to this browser", async () => {
    const setup = await startAppWithProvider(database, []);
    const start = await startSignIn(setup);
    expect(start.origin).toBe(setup.provider.issuer);
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "akari",
      redirect_uri: "http://akari.test/api/auth/callback",
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{22,}$/) as string,
    });
    const other = await startSignIn(setup);
    for (const name of ["state", "nonce", "code_challenge"])
      expect(other.searchParams.get(name)).not.toBe(start.searchParams.get(name));
  });

  it("sets HttpOnly, Lax cookies, Secure and __Host- over HTTPS; removes them at the end", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike], "https://akari.test");
    const response = await setup.browser.send(`${setup.app}/api/auth/oauth`, { method: "POST" });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-akari-oauth:[0-9a-f-]{36}=.*Path=\/;.*Secure; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-akari-return:[\w-]{22,}=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const callback = await completeSignIn(setup, new URL(response.headers.get("location") ?? ""), {
      sub: spike.sub,
    });
    const back = await setup.browser.send(callback);
    expect(back.status).toBe(302);
    expect(back.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-akari=.*Secure/),
      expect.stringMatching(/^__Host-akari-oauth:[0-9a-f-]{36}=; Max-Age=0; Path=\/; .*Secure/),
      expect.stringMatching(/^__Host-akari-return:[\w-]{22,}=; Max-Age=0; Path=\/; .*Secure/),
    ]);
    expect([...(setup.browser.jar.get(setup.app)?.keys() ?? [])]).toEqual(["__Host-akari"]);
  });

  it("OAUTH-S04 OAUTH-S09 OAUTH-S17 creates a user and redirects to the sign-up steps", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const response = await signInAs(setup, spike.sub);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/signup/profile");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await getSessionUser(setup)).toMatchObject({
      email: spike.email,
      name: "Spike",
      avatar_url: "http://127.0.0.1:1/spike.png",
    });
    const [row] = await db
      .select()
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, spike.email));
    expect(row?.profiles).toMatchObject({ name: "Spike", lastName: "Spiegel" });
    expect(row?.users).toMatchObject({
      userName: "Spike Spiegel",
      avatarUrl: "http://127.0.0.1:1/spike.png",
    });
  });

  it("re-encodes and stores the provider's picture at the first sign-in", async () => {
    const source = await withLocation(await gradient({ width: 900, height: 600, format: "jpeg" }));
    const origin = await startMediaOrigin(
      (_, response) => void response.writeHead(200, { "content-type": "image/jpeg" }).end(source),
    );
    const spike = buildProviderUser({ picture: `${origin.url}/spike.jpg` });
    const setup = await startAppWithProvider(database, [spike], undefined, {
      OUTBOUND_ALLOW: origin.host,
      DATA_DIR: createTempFolder(),
    });
    await signInAs(setup, spike.sub);
    const getAvatar = async () => String((await getSessionUser(setup))?.["avatar_url"]);
    // The sign-in does not wait long for it.
    await expect.poll(getAvatar).toMatch(/^\/ipfs\/bafkrei[a-z2-7]{52}$/);
    const avatar = await getAvatar();
    const [upload] = await db.select().from(uploads).where(eq(uploads.url, avatar));
    expect(upload).toBeDefined();
    const requestCount = origin.requests.length;
    await db.update(users).set({ avatarUrl: null }).where(eq(users.email, spike.email));
    await signInAs({ ...setup, browser: setup.otherBrowser() }, spike.sub);
    expect(origin.requests.length).toBe(requestCount);
  });

  it.each([
    [
      "is none",
      (response: ServerResponse) =>
        void response.writeHead(200, { "content-type": "image/png" }).end("<svg/>"),
    ],
    ["is not there", (response: ServerResponse) => void response.writeHead(404).end()],
  ])("succeeds when the provider's picture %s, and keeps its URL", async (_, respond) => {
    const origin = await startMediaOrigin((_request, response) => respond(response));
    const spike = buildProviderUser({ picture: `${origin.url}/spike.png` });
    const setup = await startAppWithProvider(database, [spike], undefined, {
      OUTBOUND_ALLOW: origin.host,
    });
    expect((await signInAs(setup, spike.sub)).headers.get("location")).toBe("/signup/profile");
    expect((await getSessionUser(setup))?.["avatar_url"]).toBe(`${origin.url}/spike.png`);
  });

  it("OAUTH-S13 finds a user again after an email change, and redirects back", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    await signInAs(setup, spike.sub, { returnTo: "/anime/1" });
    const before = await getSessionUser(setup);
    setup.provider.users.set(spike.sub, {
      ...spike,
      email: `other-${randomUUID()}@akari.test`,
      email_verified: false,
    });
    const later = { ...setup, browser: setup.otherBrowser() };
    const response = await signInAs(later, spike.sub, { returnTo: "/anime/1?tab=episodes" });
    expect(response.headers.get("location")).toBe("/anime/1?tab=episodes");
    expect((await getSessionUser(later))?.["id"]).toBe(before?.["id"]);
  });

  it.each([
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "/%2f%2fevil.test/..//evil.test",
    `/${"x".repeat(600)}`,
  ])("OAUTH-S08 never redirects to another site: returnTo %j", async (returnTo) => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    await signInAs(setup, spike.sub);
    const location =
      (
        await signInAs({ ...setup, browser: setup.otherBrowser() }, spike.sub, { returnTo })
      ).headers.get("location") ?? "";
    expect(new URL(location, setup.app).origin).toBe(setup.app);
    expect(location).toMatch(/^\/(?!\/)/);
  });

  it("OAUTH-S19 keeps its redirect URI whatever the Host header is", async () => {
    const setup = await startAppWithProvider(database, []);
    const response = await createApiClient(setup.origin).send(
      "POST",
      "/api/auth/oauth",
      undefined,
      {
        "x-forwarded-host": "evil.test",
        "x-forwarded-proto": "https",
      },
    );
    expect(new URL(response.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
      "http://akari.test/api/auth/callback",
    );
  });

  it("OAUTH-S19 accepts only loopback Host headers when no public URL is set", async () => {
    const provider = await startOpenIdProvider({
      redirectUris: ["http://127.0.0.1/api/auth/callback"],
    });
    onTestFinished(() => provider.stop());
    const { origin } = await startApi(database, provider.environment);
    const port = new URL(origin).port;
    const start = (host: string) =>
      rawPost(origin, "/api/auth/oauth", {
        host,
        "x-forwarded-host": "evil.test",
        accept: "text/html",
      });
    for (const host of ["evil.test", `evil.test:${port}`, "127.0.0.1.evil.test", "[2001:db8::1]"])
      expect((await start(host)).location).toBe("/signin?error=elsewhere");
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      expect(new URL((await start(host)).location ?? "").searchParams.get("redirect_uri")).toBe(
        `http://${host}/api/auth/callback`,
      );
    }
  });

  it("allows a few concurrent sign-ins per browser, and evicts the oldest", async () => {
    const setup = await startAppWithProvider(database, []);
    for (let count = 0; count < 9; count += 1) await startSignIn(setup);
    const names = [...(setup.browser.jar.get(setup.app)?.keys() ?? [])];
    expect(names.filter((name) => name.startsWith("akari-oauth:"))).toHaveLength(6);
    expect(names.filter((name) => name.startsWith("akari-return:"))).toHaveLength(6);
  });

  it("counts starts and callbacks separately", async () => {
    const setup = await startAppWithProvider(database, [], undefined, {
      RATE_LIMITS: "oauth=1/60,callback=2/60",
    });
    const post = () => setup.browser.send(`${setup.app}/api/auth/oauth`, { method: "POST" });
    const back = () => setup.browser.send(`${setup.app}/api/auth/callback?code=x&state=y`);
    expect([(await post()).status, (await post()).status]).toEqual([302, 429]);
    const [first, second, third] = [await back(), await back(), await back()];
    expect([first.status, second.status, third.status]).toEqual([400, 400, 429]);
    expect(third.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("SESSION-S04 creates a new session and ends the previous one", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    const faye = createApiClient(setup.origin);
    await faye.send("POST", "/api/auth/signup", buildUser());
    const [name = "", value = ""] = faye.cookie.split("=");
    setup.browser.jar.set(setup.app, new Map([[name, value]]));
    await signInAs(setup, spike.sub);
    expect((await getSessionUser(setup))?.["email"]).toBe(spike.email);
    expect((await faye.send("GET", "/api/user/profile")).status).toBe(401);
  });
});

describe("a provider's email address that has an account", () => {
  it("OAUTH-S12 OAUTH-S15 is linked when verified, ending the unverified password and sessions", async () => {
    const faye = buildUser();
    const spike = buildProviderUser({ email: faye.email.toUpperCase() });
    const setup = await startAppWithProvider(database, [spike]);
    const planted = createApiClient(setup.origin);
    await planted.send("POST", "/api/auth/signup", faye);
    expect((await signInAs(setup, spike.sub)).headers.get("location")).toBe("/");
    expect((await getSessionUser(setup))?.["email"]).toBe(faye.email);
    expect((await planted.send("GET", "/api/user/profile")).status).toBe(401);
    expect(
      (await createApiClient(setup.origin).send("POST", "/api/auth/signin", faye)).status,
    ).toBe(401);
    expect(
      await db
        .select()
        .from(credentials)
        .innerJoin(users, eq(users.id, credentials.userId))
        .where(eq(users.email, faye.email)),
    ).toEqual([]);
  });

  it.each([false, undefined])(
    "OAUTH-S11 is rejected when email_verified is %j, leaving the account unchanged",
    async (email_verified) => {
      const faye = buildUser();
      const spike = buildProviderUser({ email: faye.email, email_verified });
      const setup = await startAppWithProvider(database, [spike]);
      await createApiClient(setup.origin).send("POST", "/api/auth/signup", faye);
      expect((await signInAs(setup, spike.sub)).headers.get("location")).toBe(
        "/signin?error=unverified",
      );
      expect(await getSessionUser(setup)).toBeNull();
      expect(await identityCount(spike.sub)).toBe(0);
      expect(
        (await createApiClient(setup.origin).send("POST", "/api/auth/signin", faye)).status,
      ).toBe(200);
    },
  );

  it.each([undefined, null, "", "not-an-email"])(
    "OAUTH-S14 is required: %j creates no account",
    async (email) => {
      const spike = buildProviderUser({ email });
      const setup = await startAppWithProvider(database, [spike]);
      expect((await signInAs(setup, spike.sub)).headers.get("location")).toBe(
        "/signin?error=no-email",
      );
      expect(await identityCount(spike.sub)).toBe(0);
    },
  );
});

it.each([true, false])(
  "signs in both of two first sign-ins at once to one account, email_verified %j",
  async (emailVerified) => {
    const identity = {
      issuer: "https://id.test",
      subject: randomUUID(),
      email: `spike-${randomUUID()}@akari.test`,
      emailVerified,
      emailVerifiedSent: String(emailVerified),
      trustsEmail: true,
      name: "Spike Spiegel",
      givenName: null,
      familyName: null,
      avatarUrl: null,
    };
    const client = { device: "Firefox", address: "192.0.2.1", key: "192.0.2.1" };
    const signIn = () =>
      signInWithIdentity(db, identity, client, { mode: "open", invitation: undefined });
    const outcomes = await Promise.all(Array.from({ length: 6 }, signIn));
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(Array.from({ length: 6 }, () => "signed-in"));
    expect(outcomes.filter((outcome) => "isNew" in outcome && outcome.isNew)).toHaveLength(1);
    expect(await identityCount(identity.subject)).toBe(1);
  },
);

it("has no start and no callback when no provider is configured", async () => {
  const setup = await startApp(database, {});
  expect((await setup.browser.send(`${setup.app}/api/auth/oauth`, { method: "POST" })).status).toBe(
    404,
  );
  expect(
    (
      await setup.browser.send(`${setup.app}/api/auth/callback?code=x&state=y`, {
        headers: { accept: "application/json" },
      })
    ).status,
  ).toBe(400);
});

it("OAUTH-S10 rolls back when the second insert fails", async () => {
  const spike = buildProviderUser();
  const setup = await startAppWithProvider(database, [spike]);
  await database.sql`ALTER TABLE preferences ADD CONSTRAINT no_one CHECK (enfasiscolor = 'never') NOT VALID`;
  try {
    expect((await signInAs(setup, spike.sub)).status).toBe(500);
  } finally {
    await database.sql`ALTER TABLE preferences DROP CONSTRAINT no_one`;
  }
  expect(
    await db
      .select()
      .from(users)
      .where(and(eq(users.email, spike.email))),
  ).toEqual([]);
  expect(await identityCount(spike.sub)).toBe(0);
});

it.each([
  ["text/html", 302, "/signin?error=unavailable"],
  ["*/*", 500, null],
])("OAUTH-S16 reports an unavailable provider to %s", async (accept, status, location) => {
  const setup = await startApp(database, {
    OAUTH_ISSUER: "http://127.0.0.1:1",
    OAUTH_CLIENT_ID: "akari",
    OAUTH_CLIENT_SECRET: "secret",
  });
  const response = await setup.browser.send(`${setup.app}/api/auth/oauth`, {
    method: "POST",
    headers: { accept },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get("location")).toBe(location);
});
