import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { startAdding } from "~/features/accounts/passkeys/add-passkey.server";
import { deleteExpiredChallenges } from "~/features/accounts/passkeys/challenges.server";
import { usedPasskeySchema } from "~/features/accounts/passkeys/passkey-input";
import { requestPasskey, signInWithPasskey } from "~/features/accounts/passkeys/use-passkey.server";
import { disableUser } from "~/features/accounts/directory/manage-user.server";
import { createMailedReset, resetPassword } from "~/features/accounts/reset/password-reset.server";
import {
  auditLog,
  credentials,
  identities,
  passkeyChallenges,
  passkeys,
  sessions,
  users,
} from "~db/schema";
import { cborBytes, cborText, SoftwarePasskey, type Deviations } from "../../support/authenticator";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { createTestServices } from "../../support/server/context";
import { startMailServer } from "../../support/server/mail-server";
import {
  createSignedInClient,
  dataOf,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";
import { codeAt, turnOnTwoFactor } from "../../support/server/two-factor";

const database = await testDatabase();
const { db } = database;
const mail = await startMailServer(database);
const SITE = "https://anime.test";
const environment = {
  PUBLIC_URL: SITE,
  ...mail.environment,
  OAUTH_ISSUER: "https://id.test",
  OAUTH_CLIENT_ID: "akari",
  OAUTH_CLIENT_SECRET: "secret",
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,passkeys=100000/60",
};

const createUser = () => createSignedInClient(database, environment);

async function createOptions<Options = never>(user: ApiClient): Promise<Options> {
  const response = await user.send("POST", "/api/user/passkeys/options", {});
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  return dataOf<Options>(response);
}

async function add(user: ApiClient, passkey: SoftwarePasskey, deviations: Deviations = {}) {
  const credential = passkey.create(await createOptions(user), deviations);
  return user.send("POST", "/api/user/passkeys", { credential });
}

async function createUserWithPasskey({ isSynced = false } = {}) {
  const user = await createUser();
  const passkey = new SoftwarePasskey(SITE, isSynced);
  expect((await add(user, passkey)).status).toBe(200);
  return { user, passkey };
}

async function requestOptions(browser: ApiClient, purpose = "sign-in") {
  const response = await browser.send("POST", "/api/auth/passkey/options", { purpose });
  expect(response.status).toBe(200);
  return dataOf<never>(response);
}

async function signIn(origin: string, passkey: SoftwarePasskey, deviations: Deviations = {}) {
  const browser = createApiClient(origin);
  const credential = passkey.use(await requestOptions(browser), deviations);
  const response = await browser.send("POST", "/api/auth/passkey", { credential });
  return { ...response, browser, credential };
}

async function confirm(user: ApiClient, passkey: SoftwarePasskey, deviations: Deviations = {}) {
  const credential = passkey.use(await requestOptions(user, "confirm"), deviations);
  return user.send("POST", "/api/auth/passkey", { credential, purpose: "confirm" });
}

/** What no refused attempt may change. */
const stateOf = async (userId: string) => ({
  passkeys: await db.select().from(passkeys).where(eq(passkeys.userId, userId)),
  sessions: await db.select().from(sessions).where(eq(sessions.userId, userId)),
});

/** Whether the challenge that a browser signed could still be used. */
async function isStored({ response }: ReturnType<SoftwarePasskey["use"]>): Promise<boolean> {
  const signed = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()) as {
    challenge: string;
  };
  const stored = await db
    .select()
    .from(passkeyChallenges)
    .where(eq(passkeyChallenges.challenge, signed.challenge));
  return stored.length > 0;
}

const audited = async (userId: string) =>
  (
    await db
      .select({ action: auditLog.action, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.subjectId, userId))
      .orderBy(auditLog.id)
  ).map(({ action, details }) =>
    details["reason"] === undefined ? action : `${action} ${String(details["reason"])}`,
  );

const forgetProof = (userId: string) =>
  db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000), codeConfirmedAt: null })
    .where(eq(sessions.userId, userId));

describe("adding a passkey", () => {
  it("asks for one that is discoverable and verifies the user, and names it after the device", async () => {
    const user = await createUser();
    const options = await createOptions<Record<string, unknown>>(user);
    expect(options).toMatchObject({
      rp: { id: "anime.test" },
      user: { name: user.credentials.email },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const handle = Buffer.from((options["user"] as { id: string }).id, "base64url");
    expect(handle).toHaveLength(64);
    const passkey = new SoftwarePasskey(SITE, true);
    const response = await user.send(
      "POST",
      "/api/user/passkeys",
      { credential: passkey.create(options as never) },
      { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    );
    expect(response.status).toBe(200);
    expect(dataOf(response)).toMatchObject({
      id: passkey.id,
      name: "Firefox on Linux",
      synced: true,
      usable: true,
      last_used_at: null,
    });
    // The same handle again, and the passkey is excluded.
    const again = await createOptions<Record<string, unknown>>(user);
    expect(again).toMatchObject({
      user: { id: handle.toString("base64url") },
      excludeCredentials: [{ id: passkey.id }],
    });
    expect(await audited(user.userId)).toEqual(["passkey.added"]);
    const [told] = await mail.receive(1, user.credentials.email);
    expect(told?.text).toContain("A passkey was added to your account");
  });

  const statement = Buffer.concat([
    Buffer.from([0xa3]),
    ...[cborText("alg"), Buffer.from([0x26])],
    ...[cborText("sig"), cborBytes(Buffer.alloc(70))],
    ...[cborText("x5c"), Buffer.from([0x81]), cborBytes(Buffer.alloc(400))],
  ]);

  it.each<[string, Deviations]>([
    ["another origin", { origin: "https://anime.test.evil.example" }],
    ["a subdomain", { origin: "https://sub.anime.test" }],
    ["plain http", { origin: "http://anime.test" }],
    ["another relying party", { relyingParty: "evil.example" }],
    ["no verified user", { isVerified: false }],
    ["no user", { isPresent: false }],
    ["another type", { type: "webauthn.get" }],
    ["a frame of another site", { crossOrigin: true }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["certificates", { attestation: { format: "packed", statement } }],
  ])("refuses %s, and uses the challenge up", async (_name, deviations) => {
    const user = await createUser();
    const passkey = new SoftwarePasskey(SITE);
    const options = await createOptions(user);
    const credential = passkey.create(options, deviations);
    const refused = await user.send("POST", "/api/user/passkeys", { credential });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: "credential" }] } });
    expect((await stateOf(user.userId)).passkeys).toEqual([]);
    expect(await audited(user.userId)).toEqual([expect.stringMatching(/^passkey\.refused /)]);
    if ("challenge" in deviations) return;
    const honest = { credential: passkey.create(options) };
    expect((await user.send("POST", "/api/user/passkeys", honest)).status).toBe(400);
    expect((await stateOf(user.userId)).passkeys).toEqual([]);
  });

  it("refuses what is no credential, and names the field", async () => {
    const user = await createUser();
    const options = await createOptions(user);
    const good = new SoftwarePasskey(SITE).create(options);
    for (const credential of [
      undefined,
      null,
      "{",
      [],
      { ...good, id: "other" },
      { ...good, type: "password" },
      { ...good, response: { ...good.response, clientDataJSON: "bm9uZQ" } },
      { ...good, response: { ...good.response, attestationObject: "a b" } },
      { ...good, response: { ...good.response, attestationObject: "A".repeat(20_001) } },
    ]) {
      const refused = await user.send("POST", "/api/user/passkeys", { credential });
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).toContain("credential");
    }
    expect((await user.send("POST", "/api/user/passkeys", { credential: good })).status).toBe(200);
  });

  it("takes the challenge of no other user, browser, ceremony and time", async () => {
    const user = await createUser();
    const other = await signUpClient(user.origin);
    const passkey = new SoftwarePasskey(SITE);
    const send = async (from: ApiClient, options: never) =>
      (await from.send("POST", "/api/user/passkeys", { credential: passkey.create(options) }))
        .status;
    expect(await send(other, await createOptions(user))).toBe(400);
    const elsewhere = Object.assign(createApiClient(user.origin), {
      cookie: user.cookie.replace(/; __Host-akari-passkey=[^;]*/, ""),
    });
    expect(await send(elsewhere, await createOptions(user))).toBe(400);
    const confirmation = await requestOptions(user, "confirm");
    expect(
      await send(user, {
        ...(confirmation as object),
        rp: { id: "anime.test" },
        user: { id: "" },
      } as never),
    ).toBe(400);
    for (const shift of [sql`now()`, sql`now() + interval '7 minutes'`]) {
      const options = await createOptions(user);
      await db.update(passkeyChallenges).set({ expiresAt: shift });
      expect(await send(user, options)).toBe(400);
    }
    for (const { userId } of [user, other]) expect((await stateOf(userId)).passkeys).toEqual([]);
    const last = await createOptions(user);
    await db
      .update(passkeyChallenges)
      .set({ expiresAt: sql`now() + interval '5 minutes 30 seconds'` });
    expect(await send(user, last)).toBe(200);
  });

  it("needs a recent proof, and a code where there is a second factor", async () => {
    const user = await createUser();
    const { secret } = await turnOnTwoFactor(database, user.userId);
    const refused = await user.send("POST", "/api/user/passkeys/options", {});
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("two-factor");
    const signedIn = await user.send("POST", "/api/auth/signin", {
      email: user.credentials.email,
      password: user.credentials.password,
      code: codeAt(secret),
    });
    expect(signedIn.status).toBe(200);
    const passkey = new SoftwarePasskey(SITE);
    const options = await createOptions(user);
    await forgetProof(user.userId);
    const credential = passkey.create(options);
    expect((await user.send("POST", "/api/user/passkeys", { credential })).status).toBe(403);
    expect((await user.send("POST", "/api/user/passkeys/options", {})).status).toBe(403);
    // The challenge was not used, and works once the user has proven who they are.
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(), codeConfirmedAt: new Date() })
      .where(eq(sessions.userId, user.userId));
    expect((await user.send("POST", "/api/user/passkeys", { credential })).status).toBe(200);
  });

  it("adds twenty and no more, and none twice", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const other = await signUpClient(user.origin);
    expect((await add(user, passkey)).status).toBe(409);
    expect((await add(other, passkey)).status).toBe(409);
    const extra = (number: number) => ({
      id: `filler-${number}-${user.userId}`,
      userId: user.userId,
      publicKey: "",
      relyingParty: "anime.test",
      counter: 0,
      synced: false,
      name: "Filler",
    });
    await db.insert(passkeys).values(Array.from({ length: 18 }, (_, number) => extra(number)));
    const pending = new SoftwarePasskey(SITE);
    const options = await createOptions(user);
    expect((await add(user, new SoftwarePasskey(SITE))).status).toBe(200);
    const late = { credential: pending.create(options) };
    expect((await user.send("POST", "/api/user/passkeys", late)).status).toBe(409);
    const refused = await user.send("POST", "/api/user/passkeys/options", {});
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("at most 20 passkeys");
  });

  it.each([
    ["no PUBLIC_URL", {}, "PUBLIC_URL"],
    ["an IP address", { PUBLIC_URL: "https://192.0.2.7" }, "IP address"],
    ["IPv6", { PUBLIC_URL: "https://[2001:db8::1]" }, "IP address"],
    ["plain http", { PUBLIC_URL: "http://anime.lan" }, "https"],
  ])("says why there are none with %s", async (_name, settings, reason) => {
    const user = await createSignedInClient(database, settings);
    for (const path of ["/api/user/passkeys/options", "/api/auth/passkey/options"]) {
      const refused = await user.send("POST", path, {});
      expect(refused.status).toBe(404);
      expect(JSON.stringify(refused.body)).toContain(reason);
    }
    expect(dataOf<unknown>(await user.send("GET", "/api/user/passkeys"))).toEqual([]);
  });

  it("works at localhost without PUBLIC_URL", async () => {
    const user = await createSignedInClient(database);
    const local = Object.assign(createApiClient(user.origin.replace("127.0.0.1", "localhost")), {
      cookie: user.cookie,
    });
    const passkey = new SoftwarePasskey(local.origin);
    expect((await add(local, passkey)).status).toBe(200);
    expect((await signIn(local.origin, passkey)).status).toBe(200);
  });

  it("is for accounts, not for managed profiles", async () => {
    const user = await createUser();
    const added = await user.send("POST", "/api/user/profiles", { name: "Ed" });
    const { id } = dataOf<{ id: string }>(added);
    expect((await user.send("POST", "/api/session/profile", { id })).status).toBe(200);
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.profileId, id));
    expect((await user.send("POST", "/api/user/passkeys/options", {})).status).toBe(403);
    const confirming = { purpose: "confirm" };
    expect((await user.send("POST", "/api/auth/passkey/options", confirming)).status).toBe(403);
  });
});

describe("signing in by passkey", () => {
  it("opens a session without a name, a password and a code", async () => {
    const { user, passkey } = await createUserWithPasskey();
    await turnOnTwoFactor(database, user.userId);
    const { status, browser, headers } = await signIn(user.origin, passkey);
    expect(status).toBe(200);
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^__Host-akari=.*HttpOnly.*Secure/);
    const session = dataOf(await browser.send("GET", "/api/auth/session"));
    expect(session).toMatchObject({ id: user.userId });
    const [stored] = (await stateOf(user.userId)).passkeys;
    expect(stored).toMatchObject({ counter: 1, lastUsedAt: expect.any(Date) as Date });
    // It has shown two factors, so that what needs a code works.
    expect((await browser.send("POST", "/api/user/passkeys/options", {})).status).toBe(200);
  });

  it("binds the challenge by a signed cookie that scripts cannot read", async () => {
    const user = await createUser();
    const browser = createApiClient(user.origin);
    const response = await browser.send("POST", "/api/auth/passkey/options");
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-akari-passkey=[^;]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(dataOf(response)).toMatchObject({
      rpId: "anime.test",
      userVerification: "required",
      allowCredentials: [],
    });
  });

  it("ends the session that the browser had", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const before = Object.assign(createApiClient(user.origin), { cookie: user.cookie });
    const credential = passkey.use(await requestOptions(user));
    expect((await user.send("POST", "/api/auth/passkey", { credential })).status).toBe(200);
    expect(dataOf(await before.send("GET", "/api/auth/session"))).toBeNull();
    expect(dataOf(await user.send("GET", "/api/auth/session"))).not.toBeNull();
  });

  it.each<[string, Deviations]>([
    ["another origin", { origin: "https://anime.test.evil.example" }],
    ["another port", { origin: "https://anime.test:8443" }],
    ["another relying party", { relyingParty: "evil.example" }],
    ["no verified user", { isVerified: false }],
    ["no user", { isPresent: false }],
    ["the other type", { type: "webauthn.create" }],
    ["a frame of another site", { crossOrigin: true }],
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["another user's handle", { userHandle: Buffer.alloc(64).toString("base64url") }],
    ["no handle", { userHandle: null }],
  ])("refuses %s, and changes nothing", async (_name, deviations) => {
    const { user, passkey } = await createUserWithPasskey();
    const before = await stateOf(user.userId);
    const { status, headers, browser, credential } = await signIn(user.origin, passkey, deviations);
    expect(status).toBe(401);
    expect(headers.getSetCookie()).toEqual([]);
    expect(dataOf(await browser.send("GET", "/api/auth/session"))).toBeNull();
    expect(await stateOf(user.userId)).toEqual(before);
    expect(await audited(user.userId)).toEqual([
      "passkey.added",
      expect.stringMatching(/^passkey\.refused (response|user|challenge)$/),
    ]);
    if (!("challenge" in deviations)) expect(await isStored(credential)).toBe(false);
    expect((await signIn(user.origin, passkey)).status).toBe(200);
  });

  it("refuses a signature that was changed, or made by another key", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const browser = createApiClient(user.origin);
    const credential = passkey.use(await requestOptions(browser));
    const bytes = Buffer.from(credential.response.signature, "base64url");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const signature = bytes.toString("base64url");
    const changed = { ...credential, response: { ...credential.response, signature } };
    const sent = { credential: changed };
    expect((await browser.send("POST", "/api/auth/passkey", sent)).status).toBe(401);
    passkey.takeKeyOf(new SoftwarePasskey(SITE));
    expect((await signIn(user.origin, passkey)).status).toBe(401);
  });

  it("takes an assertion once, also when it is sent many times at once", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const browser = createApiClient(user.origin);
    const credential = passkey.use(await requestOptions(browser));
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const copy = Object.assign(createApiClient(user.origin), { cookie: browser.cookie });
        return (await copy.send("POST", "/api/auth/passkey", { credential })).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await browser.send("POST", "/api/auth/passkey", { credential })).status).toBe(401);
  });

  it("takes the challenge of no other browser and ceremony, and no expired one", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const [one, other] = [createApiClient(user.origin), createApiClient(user.origin)];
    const stolen = passkey.use(await requestOptions(one));
    await requestOptions(other);
    const send = async (browser: ApiClient, credential: object) =>
      (await browser.send("POST", "/api/auth/passkey", { credential })).status;
    expect(await send(other, stolen)).toBe(401);
    const forged = Object.assign(createApiClient(user.origin), {
      cookie: one.cookie.replace(/=[^;]{10}/, "=AAAAAAAAAA"),
    });
    expect(await send(forged, stolen)).toBe(401);
    // What another browser sent has not used it up.
    expect(await send(one, stolen)).toBe(200);

    expect(await send(user, passkey.use(await requestOptions(user, "confirm")))).toBe(401);
    const late = createApiClient(user.origin);
    const credential = passkey.use(await requestOptions(late));
    await db.update(passkeyChallenges).set({ expiresAt: sql`now()` });
    expect(await send(late, credential)).toBe(401);
  });

  it("keeps the challenges of several tabs, and forgets the oldest", async () => {
    const { user, passkey } = await createUserWithPasskey({ isSynced: true });
    const browser = createApiClient(user.origin);
    const tabs: never[] = [];
    for (let tab = 0; tab < 5; tab += 1) tabs.push(await requestOptions(browser));
    const jar = browser.cookie;
    const statuses: number[] = [];
    for (const options of tabs) {
      browser.cookie = jar;
      const credential = passkey.use(options);
      statuses.push((await browser.send("POST", "/api/auth/passkey", { credential })).status);
    }
    expect(statuses).toEqual([401, 200, 200, 200, 200]);
  });

  it("refuses a counter that does not rise, unless the passkey does not count", async () => {
    const { user, passkey } = await createUserWithPasskey();
    expect((await signIn(user.origin, passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await signIn(user.origin, passkey, { counter })).status).toBe(401);
    expect(await audited(user.userId)).toEqual([
      "passkey.added",
      "passkey.refused counter",
      "passkey.refused counter",
      "passkey.refused counter",
    ]);
    expect((await stateOf(user.userId)).passkeys).toMatchObject([{ counter: 7 }]);
    const clones = await Promise.all(
      [8, 8, 8].map((counter) => signIn(user.origin, passkey, { counter })),
    );
    expect(clones.map(({ status }) => status).sort()).toEqual([200, 401, 401]);

    const synced = await createUserWithPasskey({ isSynced: true });
    for (let time = 0; time < 2; time += 1)
      expect((await signIn(synced.user.origin, synced.passkey)).status).toBe(200);
  });

  it("refuses an unknown passkey and a removed one alike", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const unknown = await signIn(user.origin, new SoftwarePasskey(SITE));
    expect(unknown.status).toBe(401);
    const id = encodeURIComponent(passkey.id);
    expect((await user.send("DELETE", `/api/user/passkeys?id=${id}`)).status).toBe(200);
    const removed = await signIn(user.origin, passkey);
    expect(removed.status).toBe(401);
    expect(removed.body).toEqual(unknown.body);
    const told = await mail.receive(2, user.credentials.email);
    expect(told[1]?.text).toContain("A passkey of your account");
  });

  it("refuses a disabled account with the sentence of the password", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const owner = await signUpClient(user.origin);
    await db.update(users).set({ role: "owner" }).where(eq(users.id, owner.userId));
    await disableUser(db, { id: owner.userId, role: "owner" }, user.userId);
    const { email, password } = user.credentials;
    const byPassword = await createApiClient(user.origin).send("POST", "/api/auth/signin", {
      email,
      password,
    });
    const byPasskey = await signIn(user.origin, passkey);
    expect(byPasskey.status).toBe(403);
    expect(byPasskey.body).toEqual(byPassword.body);
  });

  it("counts failures together with those of the account's password", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const counted: string[] = [];
    const throttle = {
      enter: (key: string) =>
        Promise.resolve((outcome: string) => void counted.push(`${key} ${outcome}`)),
    };
    const party = { id: "anime.test", origin: SITE };
    const client = { device: "Test", address: "192.0.2.1", key: "192.0.2.1" };
    const attempt = async (used: SoftwarePasskey, deviations: Deviations = {}) => {
      const ceremony = { purpose: "sign-in", userId: null } as const;
      const { options, code } = await requestPasskey(db, party, ceremony);
      const sent = used.use({ ...options, rpId: party.id }, deviations);
      const { credential } = usedPasskeySchema.parse({ credential: sent });
      return signInWithPasskey({ db, throttle }, party, { credential, codes: [code], client });
    };
    const stranger = new SoftwarePasskey(SITE);
    await expect(attempt(passkey, { isVerified: false })).rejects.toThrow("not accepted");
    await expect(attempt(stranger)).rejects.toThrow("not accepted");
    await attempt(passkey);
    expect(counted).toEqual([
      `${user.credentials.email} failed`,
      `passkey ${stranger.id} failed`,
      `${user.credentials.email} succeeded`,
    ]);
  });

  it("refuses other sites and tokens", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const browser = createApiClient(user.origin);
    const crossSite = { origin: "https://evil.example" };
    for (const path of ["/api/auth/passkey/options", "/api/auth/passkey"])
      expect((await browser.send("POST", path, {}, crossSite)).status).toBe(403);
    const credential = passkey.use(await requestOptions(browser));
    const sent = await browser.send("POST", "/api/auth/passkey", { credential }, crossSite);
    expect(sent.status).toBe(403);
    expect((await user.send("GET", "/api/user/passkeys", undefined, crossSite)).status).toBe(200);
    const added = await user.send("POST", "/api/user/passkeys/options", {}, crossSite);
    expect(added.status).toBe(403);
  });
});

describe("confirming by passkey", () => {
  it("counts as a proof of both factors, by a passkey of that user alone", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const other = await signUpClient(user.origin);
    const strange = new SoftwarePasskey(SITE);
    expect((await add(other, strange)).status).toBe(200);
    await turnOnTwoFactor(database, user.userId);
    await forgetProof(user.userId);
    const before = await stateOf(user.userId);
    expect((await confirm(user, strange)).status).toBe(400);
    expect((await confirm(user, passkey, { isVerified: false })).status).toBe(400);
    const signInOptions = passkey.use(await requestOptions(user));
    const mixed = { credential: signInOptions, purpose: "confirm" };
    expect((await user.send("POST", "/api/auth/passkey", mixed)).status).toBe(400);
    expect(await stateOf(user.userId)).toEqual(before);
    expect((await user.send("POST", "/api/user/passkeys/options", {})).status).toBe(403);
    const options = await requestOptions(user, "confirm");
    expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
    expect((await confirm(user, passkey, { userHandle: null })).status).toBe(200);
    expect((await user.send("POST", "/api/user/passkeys/options", {})).status).toBe(200);
    const visitor = createApiClient(user.origin);
    const confirming = { purpose: "confirm" };
    expect((await visitor.send("POST", "/api/auth/passkey/options", confirming)).status).toBe(401);
    const wrong = { purpose: "add" };
    expect((await visitor.send("POST", "/api/auth/passkey/options", wrong)).status).toBe(400);
  });
});

describe("the passkeys of an account", () => {
  const remove = async (user: SignedInClient, id: string) =>
    (await user.send("DELETE", `/api/user/passkeys?id=${encodeURIComponent(id)}`)).status;

  it("are renamed and removed by their user alone, after a recent proof", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const other = await signUpClient(user.origin);
    const rename = async (from: ApiClient, name: unknown) =>
      (await from.send("PATCH", "/api/user/passkeys", { id: passkey.id, name })).status;
    expect(await rename(other, "Mine")).toBe(404);
    expect(await remove(other, passkey.id)).toBe(404);
    expect(await rename(user, "  ")).toBe(400);
    expect(await rename(user, "x".repeat(65))).toBe(400);
    expect(await rename(user, ` ${"x".repeat(64)} `)).toBe(200);
    const [listed] = dataOf<{ name: string }[]>(await user.send("GET", "/api/user/passkeys"));
    expect(listed?.name).toBe("x".repeat(64));
    await forgetProof(user.userId);
    expect(await remove(user, passkey.id)).toBe(403);
  });

  it("count as ways in together with the password and identities", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const second = new SoftwarePasskey(SITE);
    expect((await add(user, second)).status).toBe(200);
    await db.delete(credentials).where(eq(credentials.userId, user.userId));
    expect(await remove(user, passkey.id)).toBe(200);
    expect(await remove(user, second.id)).toBe(409);
    await db.update(passkeys).set({ relyingParty: "old.test" }).where(eq(passkeys.id, second.id));
    expect(await remove(user, second.id)).toBe(409);
    const identity = { issuer: "https://id.test", subject: user.userId, userId: user.userId };
    await db.insert(identities).values(identity);
    expect(await remove(user, second.id)).toBe(200);
    expect(await audited(user.userId)).toEqual([
      ...["passkey.added", "passkey.added", "passkey.removed", "passkey.removed"],
    ]);
  });

  it("leave one of two that are removed at once", async () => {
    const { user } = await createUserWithPasskey();
    await db.delete(credentials).where(eq(credentials.userId, user.userId));
    await db.delete(passkeys).where(eq(passkeys.userId, user.userId));
    for (let round = 0; round < 5; round += 1) {
      const ids = ["a", "b"].map((name) => `${name}${round}-${user.userId}`);
      await db.delete(passkeys).where(eq(passkeys.userId, user.userId));
      await db.insert(passkeys).values(
        ids.map((id) => ({
          ...{ id, userId: user.userId, publicKey: "", relyingParty: "anime.test" },
          ...{ counter: 0, synced: false, name: "One" },
        })),
      );
      const statuses = await Promise.all(ids.map((id) => remove(user, id)));
      expect(statuses.sort()).toEqual([200, 409]);
    }
  });

  it("end with the first proof of the address by a mailed reset, and stay later", async () => {
    const { user } = await createUserWithPasskey();
    const { accounts } = createTestServices({}, database);
    const reset = async (password: string) => {
      const link = await createMailedReset(db, user.credentials.email);
      await resetPassword(accounts, link?.code ?? "", password);
    };
    await reset("Lantern!8road");
    expect((await stateOf(user.userId)).passkeys).toEqual([]);
    const { email } = user.credentials;
    const fresh = { email, password: "Lantern!8road" };
    expect((await user.send("POST", "/api/auth/signin", fresh)).status).toBe(200);
    const passkey = new SoftwarePasskey(SITE);
    expect((await add(user, passkey)).status).toBe(200);
    await reset("Lantern!9road");
    expect((await signIn(user.origin, passkey)).status).toBe(200);
  });

  it("are in the account's export without their keys, and deleted with it", async () => {
    const { user, passkey } = await createUserWithPasskey();
    const exported = dataOf(await user.send("GET", "/api/user/export"));
    expect(exported["passkeys"]).toEqual([
      {
        name: expect.any(String) as string,
        site: "anime.test",
        synced: false,
        created_at: expect.any(String) as string,
        last_used_at: null,
      },
    ]);
    const [stored] = await db.select().from(passkeys).where(eq(passkeys.id, passkey.id));
    for (const secret of [passkey.id, stored?.publicKey ?? "", passkey.userHandle])
      expect(JSON.stringify(exported)).not.toContain(secret);
    await requestOptions(user, "confirm");
    const { password } = user.credentials;
    expect((await user.send("DELETE", "/api/user/account", { password })).status).toBe(200);
    expect(await db.select().from(passkeys).where(eq(passkeys.id, passkey.id))).toEqual([]);
    expect((await signIn(user.origin, passkey)).status).toBe(401);
  });
});

it("deletes challenges that have expired", async () => {
  const user = await createUser();
  const { user: owner } = { user: { id: user.userId, email: "a@b.test", name: "A" } };
  await db.delete(passkeyChallenges);
  const party = { id: "anime.test", origin: SITE, siteName: "Akari" };
  await startAdding(db, party, owner, new Date(Date.now() - 6 * 60_000));
  await startAdding(db, party, owner);
  await deleteExpiredChallenges(db);
  expect(await db.select().from(passkeyChallenges)).toHaveLength(1);
});
