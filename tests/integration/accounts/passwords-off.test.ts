import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createInvitation } from "~/features/accounts/invitations/invitations.server";
import { resetPath } from "~/features/accounts/link-paths";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { createOwnerLink } from "~/features/accounts/roles/ownership.server";
import { action as person, loader as personLoader } from "~/routes/admin/person";
import { action as confirm, loader as confirmLoader } from "~/routes/account/confirm";
import { action as forgot, loader as forgotLoader } from "~/routes/account/forgot";
import { action as reset, loader as resetLoader } from "~/routes/account/reset";
import { action as settings, loader as settingsLoader } from "~/routes/account/settings";
import { action as signIn, loader as signInLoader } from "~/routes/account/sign-in";
import { action as signUp, loader as signUpLoader } from "~/routes/account/sign-up";
import { credentials, sessions, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient } from "../../support/server/api-client";
import { createPageCaller, catchPageError, readOutcome } from "../../support/server/call-page";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";
import {
  buildProviderUser,
  completeSignIn,
  getSessionUser,
  signInAs,
  startApp,
  startAppWithProviders,
  type SeveralProviders,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
const command = { via: "command" } as const;
const SENTENCE = "This site has no passwords. Sign in with a provider or a passkey.";

/** Someone who signed up with a password, and the site without passwords a moment later. */
async function startWithout(people: ReturnType<typeof buildProviderUser>[] = []) {
  const setup = await startAppWithProviders(database, people, { PASSWORDS: "off" });
  const before = await startApp(database, { ...setup.environment, PASSWORDS: "on" });
  const user = await signUpClient(before.origin);
  const client: SignedInClient = Object.assign(createApiClient(setup.origin), {
    cookie: user.cookie,
    userId: user.userId,
    credentials: user.credentials,
  });
  const environment = { PUBLIC_URL: setup.app, ...setup.environment };
  const call = createPageCaller(database, environment);
  const post = (fields: Record<string, string>, cookie = "") => ({
    init: {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie, origin: setup.app },
    },
  });
  return { setup, user, client, call, post, before };
}

const hashOf = async (userId: string) =>
  (await db.select().from(credentials).where(eq(credentials.userId, userId)))[0]?.passwordHash;

describe("PASSWORDS=off", () => {
  it("refuses each endpoint that takes a password, and changes nothing", async () => {
    const { client, user } = await startWithout();
    const { email, password } = user.credentials;
    const hash = await hashOf(user.userId);
    const newcomer = buildUser();
    const right = { currentPassword: password };
    const requests: [string, string, Record<string, unknown>][] = [
      ["POST", "/api/auth/signin", { email, password }],
      ["POST", "/api/auth/signin", { username: "nobody", password: "x" }],
      ["POST", "/api/auth/signin", {}],
      ["POST", "/api/auth/signup", newcomer],
      ["POST", "/api/auth/signup", {}],
      ["POST", "/api/user/password", { ...right, newPassword: "Another-1-password" }],
      ["POST", "/api/user/password", {}],
      ["POST", "/api/user/email", { ...right, email: newcomer.email }],
      [
        "POST",
        "/api/user/tokens",
        { ...right, name: "A script", scopes: ["list:read"], expiresInDays: 1 },
      ],
      ["POST", "/api/user/profiles", { ...right, name: "A child" }],
    ];
    for (const [method, path, body] of requests) {
      const answer = await client.send(method, path, body);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        403,
        { error: SENTENCE, status: 403, code: "passwords_off" },
      ]);
    }
    const form = await client.send(
      "POST",
      "/api/auth/signin",
      new URLSearchParams({ email, password }),
    );
    expect(form.status).toBe(403);
    expect(await hashOf(user.userId)).toBe(hash);
    expect(await db.$count(users, eq(users.email, newcomer.email))).toBe(0);
    // The session from before stays.
    expect((await client.send("GET", "/api/auth/session")).body).toMatchObject({ data: { email } });
  });

  it("has no form for a password, and refuses those that are sent", async () => {
    const { user, call, post } = await startWithout();
    const { email, password } = user.credentials;
    expect(await call(signInLoader, "/signin")).toMatchObject({ passwords: false });
    expect(await call(signUpLoader, "/signup")).toMatchObject({ data: { passwords: false } });
    const cookie = { init: { headers: { cookie: user.cookie } } };
    expect((await call(settingsLoader, "/settings", cookie)).hasPassword).toBe(false);
    expect(await call(confirmLoader, "/confirm", cookie)).toMatchObject({
      hasPassword: false,
      providers: [],
    });
    const { code } = await createResetLink(db, command, user.userId);
    for (const work of [
      call(forgotLoader, "/forgot"),
      call(resetLoader, resetPath(code)),
      call(resetLoader, "/reset"),
    ])
      expect(await catchPageError(work)).toMatchObject({
        status: 403,
        data: { message: SENTENCE },
      });

    const hash = await hashOf(user.userId);
    const fields = { currentPassword: password, newPassword: "Another-1-password" };
    const refused = [
      call(signIn, "/signin", post({ email, password })),
      call(signUp, "/signup", post({ ...buildUser() })),
      call(forgot, "/forgot", post({ email })),
      call(reset, resetPath(code), post(fields)),
      call(confirm, "/confirm", post({ password }, user.cookie)),
      call(settings, "/settings", post({ intent: "password", ...fields }, user.cookie)),
    ];
    for (const work of refused) {
      const outcome = await readOutcome<{ failure: { message: string } }>(work);
      expect(outcome.data.failure.message).toBe(SENTENCE);
      expect([400, 403]).toContain(outcome.status);
    }
    expect(await hashOf(user.userId)).toBe(hash);
  });

  it("makes no reset links on the page of a person", async () => {
    const { user, call, post, before } = await startWithout();
    const owner = await signUpClient(before.origin);
    await changeRole(db, command, owner.userId, "owner");
    const params = { id: user.userId };
    const path = `/admin/people/${user.userId}`;
    const page = { params, init: { headers: { cookie: owner.cookie } } };
    expect(await call(personLoader, path, page)).toMatchObject({ passwords: false });
    const press = { params, ...post({ intent: "reset" }, owner.cookie) };
    const outcome = await readOutcome<{ failure: { message: string } }>(call(person, path, press));
    expect([outcome.status, outcome.data.failure.message]).toEqual([403, SENTENCE]);
  });

  it("is undone by the variable", async () => {
    const { user, before } = await startWithout();
    const { email, password } = user.credentials;
    const again = await createApiClient(before.origin).send("POST", "/api/auth/signin", {
      email,
      password,
    });
    expect(again.status).toBe(200);
  });

  it("signs in by a provider whoever has a password and the same address, proven there", async () => {
    const spike = buildProviderUser();
    const { setup, user } = await startWithout([spike]);
    setup.home.users.set(spike.sub, { ...spike, email: user.credentials.email });
    expect((await signInAs(setup, spike.sub, { provider: "home" })).headers.get("location")).toBe(
      "/",
    );
    expect((await getSessionUser(setup))?.["id"]).toBe(user.userId);
  });

  it("takes a provider at /confirm for who has a password, too", async () => {
    const spike = buildProviderUser();
    const { setup, call, post } = await startWithout([spike]);
    await signInAs(setup, spike.sub, { provider: "home" });
    const userId = String((await getSessionUser(setup))?.["id"]);
    await db.insert(credentials).values({ userId, passwordHash: "$2b$04$unused" });
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(0) })
      .where(eq(sessions.userId, userId));
    const cookie = `akari=${setup.browser.jar.get(setup.app)?.get("akari") ?? ""}`;
    expect(await call(confirmLoader, "/confirm", { init: { headers: { cookie } } })).toMatchObject({
      hasPassword: false,
      providers: [{ id: "home", name: "Home" }],
    });
    const fields = { intent: "provider", provider: "home" };
    const { location } = await readOutcome(call(confirm, "/confirm", post(fields, cookie)));
    expect(new URL(location ?? "").origin).toBe(setup.home.issuer);
    expect(
      (await readOutcome(call(confirm, "/confirm", post({ ...fields, provider: "x" }, cookie))))
        .status,
    ).toBe(404);
  });
});

/** Signs up by the link of an invitation with the second provider. */
async function signUpBy(setup: SeveralProviders, code: string, sub: string, mode: string) {
  const { app, browser, environment } = setup;
  const call = createPageCaller(database, { PUBLIC_URL: app, ...environment, SIGNUPS: mode });
  const response = await call(signIn, `/signin?invitation=${code}`, {
    init: {
      method: "POST",
      body: new URLSearchParams({ intent: "provider", provider: "home" }),
      headers: { origin: app },
    },
  });
  if (!(response instanceof Response)) throw new Error("The form was refused.");
  const jar = browser.jar.get(app) ?? new Map<string, string>();
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split("; ");
    jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  browser.jar.set(app, jar);
  const start = new URL(response.headers.get("location") ?? "");
  const callback = await completeSignIn(setup, start, { sub });
  const answer = await browser.send(callback, { headers: { accept: "text/html" } });
  return answer.headers.get("location");
}

it("lets people in by an invitation and the owner's link, with a provider", async () => {
  const [member, owner, other] = [
    buildProviderUser(),
    buildProviderUser(),
    buildProviderUser(),
  ] as const;
  const setup = await startAppWithProviders(database, [member, owner, other], {
    PASSWORDS: "off",
    SIGNUPS: "invite",
  });
  const invitation = await createInvitation(db, command, { note: "", uses: 1, days: 1 });
  const link = await createOwnerLink(db, command);
  const by = (code: string, sub: string) =>
    signUpBy({ ...setup, browser: setup.otherBrowser() }, code, sub, "invite");
  expect(await by(invitation.code, member.sub)).toBe("/signup/profile");
  expect(await by(invitation.code, other.sub)).toBe("/signin?error=no-sign-up&provider=home");
  expect(await by(link.code, owner.sub)).toBe("/signup/profile");
  const roleOf = async (email: string) =>
    (await db.select().from(users).where(eq(users.email, email)))[0]?.role;
  expect(await roleOf(member.email)).toBe("member");
  expect(await roleOf(owner.email)).toBe("owner");
  expect(await roleOf(other.email)).toBeUndefined();
});
