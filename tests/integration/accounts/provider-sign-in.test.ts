import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { request as rawRequest, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { credentials, identities, profiles, uploads, users } from "~db/schema";
import { picture, withLocation } from "../../factories/image";
import { person } from "../../factories/person";
import { mediaOrigin } from "../../fakes/media-origin";
import { startOpenIdProvider } from "../../fakes/openid-provider/provider";
import { apiClient, clientOf } from "../../support/server/api-client";
import { temporaryFolder } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";
import {
  appWith,
  passProvider,
  pressButton,
  realProvider,
  signInAs,
  someone,
  whoAmI,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
/** A POST with the headers as they are given, `Host` included, which `fetch` would not send. */
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
  it("OAUTH-S01 starts with code flow, PKCE, state and nonce, bound to this browser", async () => {
    const rig = await realProvider(database, []);
    const start = await pressButton(rig);
    expect(start.origin).toBe(rig.provider.issuer);
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "akari",
      redirect_uri: "http://akari.test/api/auth/callback",
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]{22,}\./) as string,
    });
    const other = await pressButton(rig);
    for (const name of ["state", "nonce", "code_challenge"])
      expect(other.searchParams.get(name)).not.toBe(start.searchParams.get(name));
  });

  it("sets its cookie HttpOnly, Lax, and over HTTPS Secure with the host prefix; removes it at the end", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike], "https://akari.test");
    const response = await rig.browser.send(`${rig.app}/api/auth/oauth`, { method: "POST" });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-akari-oauth:[0-9a-f-]{36}=.*Path=\/;.*Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const callback = await passProvider(rig, new URL(response.headers.get("location") ?? ""), {
      sub: spike.sub,
    });
    const back = await rig.browser.send(callback);
    expect(back.status).toBe(302);
    expect(back.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-akari=.*Secure/),
      expect.stringMatching(/^__Host-akari-oauth:[0-9a-f-]{36}=; Path=\/; Max-Age=0; .*Secure$/),
    ]);
    expect([...(rig.browser.jar.get(rig.app)?.keys() ?? [])]).toEqual(["__Host-akari"]);
  });

  it("OAUTH-S04 OAUTH-S09 OAUTH-S17 creates a new person with profile, name and avatar, and sends them to the sign-up steps without a trace of the code", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const response = await signInAs(rig, spike.sub);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/signup/profile");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await whoAmI(rig)).toMatchObject({
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

  it("makes the provider's picture one of ours at the first sign-in: fetched through the guard, encoded anew, stored", async () => {
    const source = await withLocation(await picture({ width: 900, height: 600, format: "jpeg" }));
    const origin = await mediaOrigin(
      (_, response) => void response.writeHead(200, { "content-type": "image/jpeg" }).end(source),
    );
    const spike = someone({ picture: `${origin.url}/spike.jpg` });
    const rig = await realProvider(database, [spike], undefined, {
      OUTBOUND_ALLOW: origin.host,
      DATA_DIR: temporaryFolder(),
    });
    await signInAs(rig, spike.sub);
    const avatar = String((await whoAmI(rig))?.["avatar_url"]);
    expect(avatar).toMatch(/^\/ipfs\/bafkrei[a-z2-7]{52}$/);
    const [kept] = await db.select().from(uploads).where(eq(uploads.url, avatar));
    expect(kept).toBeDefined();
    const taken = origin.requests.length;
    await db.update(users).set({ avatarUrl: null }).where(eq(users.email, spike.email));
    await signInAs({ ...rig, browser: rig.otherBrowser() }, spike.sub);
    expect(origin.requests.length).toBe(taken);
  });

  it.each([
    [
      "is none",
      (response: ServerResponse) =>
        void response.writeHead(200, { "content-type": "image/png" }).end("<svg/>"),
    ],
    ["is not there", (response: ServerResponse) => void response.writeHead(404).end()],
  ])(
    "signs in all the same when the provider's picture %s, and keeps its address",
    async (_, answer) => {
      const origin = await mediaOrigin((_request, response) => answer(response));
      const spike = someone({ picture: `${origin.url}/spike.png` });
      const rig = await realProvider(database, [spike], undefined, { OUTBOUND_ALLOW: origin.host });
      expect((await signInAs(rig, spike.sub)).headers.get("location")).toBe("/signup/profile");
      expect((await whoAmI(rig))?.["avatar_url"]).toBe(`${origin.url}/spike.png`);
    },
  );

  it("OAUTH-S13 finds a known person again, whatever their address is now, and sends them back to where they were", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    await signInAs(rig, spike.sub, { returnTo: "/anime/1" });
    const before = await whoAmI(rig);
    rig.provider.people.set(spike.sub, {
      ...spike,
      email: `other-${randomUUID()}@akari.test`,
      email_verified: false,
    });
    const later = { ...rig, browser: rig.otherBrowser() };
    const response = await signInAs(later, spike.sub, { returnTo: "/anime/1?tab=episodes" });
    expect(response.headers.get("location")).toBe("/anime/1?tab=episodes");
    expect((await whoAmI(later))?.["id"]).toBe(before?.["id"]);
  });

  it.each([
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "/%2f%2fevil.test/..//evil.test",
    `/${"x".repeat(600)}`,
  ])("OAUTH-S08 never leads to another site: returnTo %j", async (returnTo) => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    await signInAs(rig, spike.sub);
    const location =
      (
        await signInAs({ ...rig, browser: rig.otherBrowser() }, spike.sub, { returnTo })
      ).headers.get("location") ?? "";
    expect(new URL(location, rig.app).origin).toBe(rig.app);
    expect(location).toMatch(/^\/(?!\/)/);
  });

  it("OAUTH-S19 keeps its redirect address whatever the Host header says", async () => {
    const rig = await realProvider(database, []);
    const answer = await clientOf(rig.origin).send("POST", "/api/auth/oauth", undefined, {
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
    });
    expect(new URL(answer.headers.get("location") ?? "").searchParams.get("redirect_uri")).toBe(
      "http://akari.test/api/auth/callback",
    );
  });

  it("OAUTH-S19 takes no address but this machine's own from the Host header when no public one is set", async () => {
    const provider = await startOpenIdProvider({
      redirectUris: ["http://127.0.0.1/api/auth/callback"],
    });
    onTestFinished(() => provider.stop());
    const { origin } = await apiClient(database, provider.environment);
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

  it("lets a browser have a few sign-ins under way, and forgets the oldest of many", async () => {
    const rig = await realProvider(database, []);
    for (let count = 0; count < 9; count += 1) await pressButton(rig);
    expect(rig.browser.jar.get(rig.app)?.size).toBe(6);
  });

  it("counts starts and callbacks, each for itself", async () => {
    const rig = await realProvider(database, [], undefined, {
      RATE_LIMITS: "oauth=1/60,callback=2/60",
    });
    const post = () => rig.browser.send(`${rig.app}/api/auth/oauth`, { method: "POST" });
    const back = () => rig.browser.send(`${rig.app}/api/auth/callback?code=x&state=y`);
    expect([(await post()).status, (await post()).status]).toEqual([302, 429]);
    const [first, second, third] = [await back(), await back(), await back()];
    expect([first.status, second.status, third.status]).toEqual([400, 400, 429]);
    expect(third.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("SESSION-S04 gives a fresh session and ends the one before", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const faye = clientOf(rig.origin);
    await faye.send("POST", "/api/auth/signup", person());
    const [name = "", value = ""] = faye.cookie.split("=");
    rig.browser.jar.set(rig.app, new Map([[name, value]]));
    await signInAs(rig, spike.sub);
    expect((await whoAmI(rig))?.["email"]).toBe(spike.email);
    expect((await faye.send("GET", "/api/user/profile")).status).toBe(401);
  });
});

describe("a provider's address that has an account here", () => {
  it("OAUTH-S12 OAUTH-S15 is joined in any casing when the provider vouches for it, and the unproven password and sessions end", async () => {
    const faye = person();
    const spike = someone({ email: faye.email.toUpperCase() });
    const rig = await realProvider(database, [spike]);
    const planted = clientOf(rig.origin);
    await planted.send("POST", "/api/auth/signup", faye);
    expect((await signInAs(rig, spike.sub)).headers.get("location")).toBe("/");
    expect((await whoAmI(rig))?.["email"]).toBe(faye.email);
    expect((await planted.send("GET", "/api/user/profile")).status).toBe(401);
    expect((await clientOf(rig.origin).send("POST", "/api/auth/signin", faye)).status).toBe(401);
    expect(
      await db
        .select()
        .from(credentials)
        .innerJoin(users, eq(users.id, credentials.userId))
        .where(eq(users.email, faye.email)),
    ).toEqual([]);
  });

  it.each([false, undefined])(
    "OAUTH-S11 is refused when email_verified is %j, and the account stays as it was",
    async (email_verified) => {
      const faye = person();
      const spike = someone({ email: faye.email, email_verified });
      const rig = await realProvider(database, [spike]);
      await clientOf(rig.origin).send("POST", "/api/auth/signup", faye);
      expect((await signInAs(rig, spike.sub)).headers.get("location")).toBe(
        "/signin?error=unverified",
      );
      expect(await whoAmI(rig)).toBeNull();
      expect(await identityCount(spike.sub)).toBe(0);
      expect((await clientOf(rig.origin).send("POST", "/api/auth/signin", faye)).status).toBe(200);
    },
  );

  it.each([undefined, null, "", "not-an-email"])(
    "OAUTH-S14 is needed: %j makes no account",
    async (email) => {
      const spike = someone({ email });
      const rig = await realProvider(database, [spike]);
      expect((await signInAs(rig, spike.sub)).headers.get("location")).toBe(
        "/signin?error=no-email",
      );
      expect(await identityCount(spike.sub)).toBe(0);
    },
  );
});

it("has no start where no provider is set up, and no callback belongs to anything there", async () => {
  const rig = await appWith(database, {});
  expect((await rig.browser.send(`${rig.app}/api/auth/oauth`, { method: "POST" })).status).toBe(
    404,
  );
  expect(
    (
      await rig.browser.send(`${rig.app}/api/auth/callback?code=x&state=y`, {
        headers: { accept: "application/json" },
      })
    ).status,
  ).toBe(400);
});

it("OAUTH-S10 leaves no half of an account when the second insert fails", async () => {
  const spike = someone();
  const rig = await realProvider(database, [spike]);
  await database.sql`ALTER TABLE preferences ADD CONSTRAINT no_one CHECK (enfasiscolor = 'never') NOT VALID`;
  try {
    expect((await signInAs(rig, spike.sub)).status).toBe(500);
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
])("OAUTH-S16 says so when the provider is away, to %s", async (accept, status, location) => {
  const rig = await appWith(database, {
    OAUTH_ISSUER: "http://127.0.0.1:1",
    OAUTH_CLIENT_ID: "akari",
    OAUTH_CLIENT_SECRET: "secret",
  });
  const answer = await rig.browser.send(`${rig.app}/api/auth/oauth`, {
    method: "POST",
    headers: { accept },
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("location")).toBe(location);
});
