import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { credentials, identities, passkeys, sessions, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { createApiClient } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";
import {
  buildProviderUser,
  completeSignIn,
  getSessionUser,
  linkAs,
  signInAs,
  startAppWithProvider,
  startLink,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;

const subjectsOf = async (userId: unknown) =>
  (
    await db
      .select()
      .from(identities)
      .where(eq(identities.userId, String(userId)))
  )
    .map(({ subject }) => subject)
    .sort();

/** Two identities with one email address, and an app with a browser for each. */
async function startWithTwo(first: Record<string, unknown>, second: Record<string, unknown> = {}) {
  const one = buildProviderUser(first);
  const two = buildProviderUser({ email: one.email, ...second });
  const setup = await startAppWithProvider(database, [one, two]);
  return { one, two, setup, other: { ...setup, browser: setup.otherBrowser() } };
}

describe("the first proof of an email address", () => {
  it.each([false, undefined])(
    "ends an identity that joined with email_verified %j, and its sessions",
    async (email_verified) => {
      const { one: planter, two: owner, setup, other } = await startWithTwo({ email_verified });
      await signInAs(setup, planter.sub);
      const planted = await getSessionUser(setup);
      expect(planted?.["email"]).toBe(owner.email);

      await signInAs(other, owner.sub);
      expect((await getSessionUser(other))?.["id"]).toBe(planted?.["id"]);
      expect(await subjectsOf(planted?.["id"])).toEqual([owner.sub]);
      expect(await getSessionUser(setup)).toBeNull();
      expect((await signInAs(setup, planter.sub)).headers.get("location")).toBe(
        "/signin?error=unverified",
      );
      expect(await getSessionUser(setup)).toBeNull();
    },
  );

  it("ends them also when the identity that proves it has signed in before", async () => {
    const one = buildProviderUser({ email_verified: false });
    const setup = await startAppWithProvider(database, [one]);
    await signInAs(setup, one.sub);
    const before = await getSessionUser(setup);
    const userId = String(before?.["id"]);
    await db.insert(credentials).values({ userId, passwordHash: "planted" });
    await db.insert(identities).values({ issuer: "https://old.test", subject: one.sub, userId });
    await db.insert(passkeys).values({
      ...{ id: `planted-${userId}`, userId, publicKey: "", relyingParty: "anime.test" },
      ...{ counter: 0, synced: false, name: "Planted" },
    });

    setup.provider.users.set(one.sub, { ...one, email_verified: true });
    const later = { ...setup, browser: setup.otherBrowser() };
    await signInAs(later, one.sub);
    expect((await getSessionUser(later))?.["id"]).toBe(userId);
    expect(await getSessionUser(setup)).toBeNull();
    expect(await subjectsOf(userId)).toEqual([one.sub]);
    for (const table of [credentials, passkeys])
      expect(await db.select().from(table).where(eq(table.userId, userId))).toEqual([]);
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    expect(user?.emailProvenAt).toBeInstanceOf(Date);
  });

  it("is not one of another address", async () => {
    const one = buildProviderUser({ email_verified: false });
    const setup = await startAppWithProvider(database, [one]);
    await signInAs(setup, one.sub);
    setup.provider.users.set(one.sub, { ...buildProviderUser(), sub: one.sub });
    await signInAs({ ...setup, browser: setup.otherBrowser() }, one.sub);
    const session = await getSessionUser(setup);
    const [user] = await db
      .select()
      .from(users)
      .where(eq(users.id, String(session?.["id"])));
    expect(user?.emailProvenAt).toBeNull();
  });

  it("happens once: later sign-ins end nothing", async () => {
    const { one, setup, other } = await startWithTwo({});
    await signInAs(setup, one.sub);
    await signInAs(other, one.sub);
    expect(await getSessionUser(setup)).not.toBeNull();
    expect(await getSessionUser(other)).not.toBeNull();
  });

  it("leaves no session of a planter who signs in at the same time", async () => {
    const { one: planter, two: owner, setup } = await startWithTwo({ email_verified: false });
    await signInAs(setup, planter.sub);
    const userId = String((await getSessionUser(setup))?.["id"]);
    const planters = Array.from({ length: 6 }, () => ({
      ...setup,
      browser: setup.otherBrowser(),
    }));
    const owners = { ...setup, browser: setup.otherBrowser() };
    await Promise.all([
      ...planters.map((one) => signInAs(one, planter.sub)),
      signInAs(owners, owner.sub),
    ]);
    for (const one of planters) expect(await getSessionUser(one)).toBeNull();
    expect((await getSessionUser(owners))?.["id"]).toBe(userId);
    expect(await subjectsOf(userId)).toEqual([owner.sub]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  });
});

describe("a second identity with a proven address", () => {
  it("does not join by itself, and is linked in Settings", async () => {
    const { one, two, setup, other } = await startWithTwo({});
    await signInAs(setup, one.sub);
    const userId = (await getSessionUser(setup))?.["id"];
    expect((await signInAs(other, two.sub)).headers.get("location")).toBe(
      "/signin?error=not-linked",
    );
    expect(await getSessionUser(other)).toBeNull();
    expect(await subjectsOf(userId)).toEqual([one.sub]);

    expect(await linkAs(database, setup, two.sub)).toBe("/settings?done=connected");
    expect(await getSessionUser(setup)).not.toBeNull();
    await signInAs(other, two.sub);
    expect((await getSessionUser(other))?.["id"]).toBe(userId);
    expect(await subjectsOf(userId)).toEqual([one.sub, two.sub].sort());
  });

  it("creates one account and one identity when an identity signs in several times at once", async () => {
    const { one, two: owner, setup } = await startWithTwo({ email_verified: false });
    await signInAs(setup, one.sub);
    const all = Array.from({ length: 5 }, () => ({ ...setup, browser: setup.otherBrowser() }));
    const responses = await Promise.all(all.map((browser) => signInAs(browser, owner.sub)));
    for (const response of responses) expect(response.headers.get("location")).toBe("/");
  });
});

describe("an identity linked in Settings", () => {
  /** A browser signed in with a password. */
  async function startWithPassword(...people: ReturnType<typeof buildProviderUser>[]) {
    const faye = buildUser();
    const setup = await startAppWithProvider(database, people);
    const client = createApiClient(setup.origin);
    await client.send("POST", "/api/auth/signup", faye);
    const [name = "", value = ""] = client.cookie.split("=");
    setup.browser.jar.set(setup.app, new Map([[name, value]]));
    const userId = String((await getSessionUser(setup))?.["id"]);
    const signIn = async () =>
      (await createApiClient(setup.origin).send("POST", "/api/auth/signin", faye)).status;
    return { faye, setup, userId, signIn };
  }

  it("of another address leaves the password and all sessions", async () => {
    const spike = buildProviderUser();
    const { setup, userId, signIn } = await startWithPassword(spike);
    expect(await linkAs(database, setup, spike.sub)).toBe("/settings?done=connected");
    expect(await linkAs(database, setup, spike.sub)).toBe("/settings?done=connected");
    expect(await signIn()).toBe(200);
    expect((await getSessionUser(setup))?.["id"]).toBe(userId);
    const other = { ...setup, browser: setup.otherBrowser() };
    await signInAs(other, spike.sub);
    expect((await getSessionUser(other))?.["id"]).toBe(userId);
  });

  it("of the account's verified address replaces the password, and keeps this session", async () => {
    const { faye, setup, userId, signIn } = await startWithPassword();
    const spike = buildProviderUser({ email: faye.email });
    setup.provider.users.set(spike.sub, spike);
    const elsewhere = createApiClient(setup.origin);
    await elsewhere.send("POST", "/api/auth/signin", faye);
    expect(await linkAs(database, setup, spike.sub)).toBe("/settings?done=connected");
    expect((await getSessionUser(setup))?.["id"]).toBe(userId);
    expect((await elsewhere.send("GET", "/api/user/profile")).status).toBe(401);
    expect(await signIn()).toBe(401);
  });

  it("ends with the first proof when it was none itself", async () => {
    const spike = buildProviderUser();
    const { faye, setup, userId } = await startWithPassword(spike);
    const owner = buildProviderUser({ email: faye.email });
    setup.provider.users.set(owner.sub, owner);
    await linkAs(database, setup, spike.sub);
    await signInAs({ ...setup, browser: setup.otherBrowser() }, owner.sub);
    expect(await subjectsOf(userId)).toEqual([owner.sub]);
  });

  it("is refused when another account has it", async () => {
    const spike = buildProviderUser();
    const { setup, userId } = await startWithPassword(spike);
    const other = { ...setup, browser: setup.otherBrowser() };
    await signInAs(other, spike.sub);
    expect(await linkAs(database, setup, spike.sub)).toBe("/settings?error=taken");
    expect(await subjectsOf(userId)).toEqual([]);
    expect(await subjectsOf((await getSessionUser(other))?.["id"])).toEqual([spike.sub]);
  });

  it("needs the session that started it", async () => {
    const spike = buildProviderUser();
    const { setup, userId } = await startWithPassword(spike);
    const callback = await completeSignIn(setup, await startLink(database, setup), {
      sub: spike.sub,
    });
    const cookies = setup.browser.jar.get(setup.app);
    const other = createApiClient(setup.origin);
    await other.send("POST", "/api/auth/signup", buildUser());
    cookies?.set("akari", other.cookie.split("=")[1] ?? "");
    const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
    expect(response.headers.get("location")).toBe("/settings?error=expired");
    expect(await subjectsOf(userId)).toEqual([]);
  });

  it("needs the browser that started it, and a state of its own", async () => {
    const spike = buildProviderUser();
    const { setup, userId } = await startWithPassword(spike);
    const callback = await completeSignIn(setup, await startLink(database, setup), {
      sub: spike.sub,
    });
    const other = setup.otherBrowser();
    await other.send(callback, { headers: { accept: "text/html" } });
    const forged = new URL(callback);
    forged.searchParams.set("state", "forged");
    await setup.browser.send(forged.href, { headers: { accept: "text/html" } });
    expect(await subjectsOf(userId)).toEqual([]);
  });
});
