import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { getUser } from "~/features/accounts/directory/get-user.server";
import {
  deleteUser,
  disableUser,
  enableUser,
} from "~/features/accounts/directory/manage-user.server";
import { searchUsers } from "~/features/accounts/directory/search-users.server";
import { switchProfile } from "~/features/accounts/household/switch-profile.server";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { acceptOwnership, createOwnerLink } from "~/features/accounts/roles/ownership.server";
import {
  createCalendarLink,
  readCalendarLink,
} from "~/features/accounts/tokens/calendar-link.server";
import { readSession } from "~/features/accounts/sessions.server";
import { auditLog, credentials, profilePins, sessions, users } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, startApi, type ApiClient } from "../../support/server/api-client";
import { startMailServer } from "../../support/server/mail-server";
import { createSignedInClient, dataOf, signUpClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const { environment, receive } = await startMailServer(database);
const LIMITS = {
  ...environment,
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60",
};

interface Profile {
  id: string;
  name: string;
  avatar: string | null;
  is_child: boolean;
  has_pin: boolean;
  is_managed: boolean;
  active: boolean;
}

const createAccount = () => createSignedInClient(database, LIMITS);

async function add(account: ApiClient, input: object): Promise<Profile> {
  const response = await account.send("POST", "/api/user/profiles", input);
  expect(response.status).toBe(200);
  return dataOf<Profile & Record<string, unknown>>(response);
}

const list = async (client: ApiClient) =>
  dataOf<Profile[] & Record<string, unknown>>(await client.send("GET", "/api/user/profiles"));

const open = (client: ApiClient, id: string, pin?: string) =>
  client.send("POST", "/api/session/profile", { id, ...(pin === undefined ? {} : { pin }) });

const whoIs = async (client: ApiClient) =>
  dataOf<{ id: string; email: string | null }>(await client.send("GET", "/api/auth/session"));

/** Another client with the same cookie. */
function copyOf(client: ApiClient, origin = client.origin): ApiClient {
  return Object.assign(createApiClient(origin), { cookie: client.cookie });
}

/** Moves the wait for a PIN into the past. */
const endWait = (id: string) =>
  db
    .update(profilePins)
    .set({ retryAt: new Date(Date.now() - 1_000) })
    .where(eq(profilePins.userId, id));

describe("the profiles of a household", () => {
  it("are the account's own and those that it adds, changes and deletes", async () => {
    const account = await createAccount();
    const own = { id: account.userId, is_managed: false, has_pin: false, active: true };
    expect(await list(account)).toMatchObject([own]);
    const { id } = await add(account, { name: "Ed", locale: "es", pin: "2468" });
    const ed = {
      ...{ id, name: "Ed", avatar: null, is_child: false, max_rating: null },
      ...{ has_pin: true, is_managed: true, active: false },
    };
    expect(await list(account)).toEqual([expect.objectContaining(own), ed]);
    const change = { id, name: "Edward", pin: null, avatar: "https://example.org/ed.png" };
    const changed = await account.send("PATCH", "/api/user/profiles", change);
    const edward = { ...ed, name: "Edward", has_pin: false, avatar: change.avatar };
    expect([changed.status, dataOf(changed)]).toEqual([200, edward]);
    const renamed = await account.send("PATCH", `/api/user/profiles?id=${id}`, { name: "Ed" });
    expect(dataOf(renamed)).toEqual({ ...edward, name: "Ed" });
    const refused = await account.send("DELETE", `/api/user/profiles?id=${account.userId}`);
    expect(refused.status).toBe(409);
    expect((await account.send("DELETE", `/api/user/profiles?id=${id}`)).status).toBe(200);
    expect(await list(account)).toMatchObject([own]);
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual([
      "profile.added",
      "profile.pin",
      "profile.removed",
    ]);
  });

  it("are ten managed ones at most, however many are added at once", async () => {
    const account = await createAccount();
    for (let number = 1; number <= 8; number += 1) await add(account, { name: `P${number}` });
    const statuses = await Promise.all(
      ["a", "b", "c", "d"].map(
        async (name) => (await account.send("POST", "/api/user/profiles", { name })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 200, 409, 409]);
    expect(await list(account)).toHaveLength(11);
  });

  it("are refused with the field that is wrong", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed" });
    const bad: [object, string][] = [
      [{ name: "" }, "name"],
      [{ name: "\u200b" }, "name"],
      [{ name: "x".repeat(65) }, "name"],
      [{}, "name"],
      [{ name: "A", pin: "123" }, "pin"],
      [{ name: "A", pin: "123456789" }, "pin"],
      [{ name: "A", pin: "12a4" }, "pin"],
      [{ name: "A", pin: 1234 }, "pin"],
      [{ name: "A", pin: "١٢٣٤" }, "pin"],
      [{ name: "A", locale: "xx" }, "locale"],
      [{ name: "A", avatar: "javascript:0" }, "avatar"],
    ];
    for (const [input, field] of bad) {
      const response = await account.send("POST", "/api/user/profiles", input);
      expect([input, response.status, JSON.stringify(response.body)]).toEqual([
        input,
        400,
        expect.stringContaining(`"${field}"`),
      ]);
    }
    for (const pin of ["1234", "12345678"])
      expect((await account.send("PATCH", "/api/user/profiles", { id, pin })).status).toBe(200);
    expect((await account.send("PATCH", "/api/user/profiles", { name: "A" })).status).toBe(400);
    expect(await list(account)).toHaveLength(2);
  });

  it("are nothing to other households, tokens and visitors", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed" });
    const other = await signUpClient(account.origin);
    const token = dataOf<{ token: string }>(
      await account.send("POST", "/api/user/tokens", {
        name: "A program",
        scopes: ["profile:read", "profile:write"],
      }),
    ).token;
    const program = (method: string, path: string, body?: object) =>
      createApiClient(account.origin).send(method, path, body, {
        authorization: `Bearer ${token}`,
      });
    const visitor = createApiClient(account.origin);
    const calls: [string, string, object?][] = [
      ["GET", "/api/user/profiles"],
      ["POST", "/api/user/profiles", { name: "A" }],
      ["PATCH", "/api/user/profiles", { id, name: "A" }],
      ["DELETE", `/api/user/profiles?id=${id}`],
      ["POST", "/api/session/profile", { id }],
    ];
    for (const [method, path, body] of calls) {
      expect((await program(method, path, body)).status).toBe(403);
      expect((await visitor.send(method, path, body)).status).toBe(401);
    }
    for (const [method, path, body] of calls.slice(2))
      expect((await other.send(method, path, body)).status).toBe(404);
    for (const unknown of ["00000000-0000-4000-8000-000000000000", "ed"])
      expect((await open(account, unknown)).status).toBe(unknown === "ed" ? 400 : 404);
    expect(await list(account)).toMatchObject([{ active: true }, { id, name: "Ed" }]);
  });

  it("leave the name of an account to it at the sign-in", async () => {
    const { origin } = await createAccount();
    const { username, email, password } = buildUser({ username: "Radical Edward" });
    const account = createApiClient(origin);
    await account.send("POST", "/api/auth/signup", { username, email, password });
    await add(account, { name: username });
    const browser = createApiClient(origin);
    const signedIn = await browser.send("POST", "/api/auth/signin", { username, password });
    expect([signedIn.status, await whoIs(browser)]).toMatchObject([200, { email }]);
  });

  it("are deleted and exported with and by their account", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed" });
    const tv = copyOf(account);
    await open(tv, id);
    const { password } = account.credentials;
    const deleting = await createAccount();
    const second = await add(deleting, { name: "Ein" });
    const refused = await tv.send("DELETE", "/api/user/account", { password });
    expect(refused.status).toBe(403);
    // The television's session replaced the account's.
    const browser = createApiClient(account.origin);
    const { email } = account.credentials;
    await browser.send("POST", "/api/auth/signin", { email, password });
    expect((await browser.send("DELETE", "/api/user/account", { password })).status).toBe(200);
    const ids = async () => (await db.select({ id: users.id }).from(users)).map((row) => row.id);
    expect(await ids()).not.toContain(id);
    expect(await whoIs(tv)).toBeNull();
    const owner = await createAccount();
    await deleteUser(db, { id: owner.userId, role: "owner" }, deleting.userId);
    expect(await ids()).not.toContain(second.id);
  });
});

describe("managed profiles among the people of a site", () => {
  it("are shown with their account, and have neither a role nor a reset link", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Radical Ed" });
    const found = await searchUsers(db, { query: "radical ed" });
    const { email, userName } = found.users.find((user) => user.id === id) ?? {};
    expect([email, userName]).toEqual([null, "Radical Ed"]);
    expect(await getUser(db, id)).toMatchObject({
      email: null,
      account: { id: account.userId },
      managed: [],
      hasPassword: false,
    });
    expect(await getUser(db, account.userId)).toMatchObject({
      account: null,
      managed: [{ id, name: "Radical Ed" }],
    });
    const actor = { via: "command" } as const;
    const link = await createOwnerLink(db, actor);
    for (const refused of [
      () => changeRole(db, actor, id, "moderator"),
      () => createResetLink(db, actor, id),
      () => acceptOwnership(db, id, link.code),
    ])
      await expect(refused()).rejects.toMatchObject({ code: "conflict" });
    await acceptOwnership(db, account.userId, link.code);
  });
});

it("disables managed profiles with their account, and ends what both can be read by", async () => {
  const account = await createAccount();
  const { id } = await add(account, { name: "Ed" });
  const calendar = await createCalendarLink(db, id);
  const owner = await createAccount();
  const manager = { id: owner.userId, role: "owner" } as const;
  await disableUser(db, manager, account.userId);
  expect(await readCalendarLink(db, calendar)).toBeNull();
  const isDisabled = async () => (await getUser(db, id)).disabledAt !== null;
  expect(await isDisabled()).toBe(true);
  await enableUser(db, manager, account.userId);
  expect(await isDisabled()).toBe(false);
  const browser = createApiClient(account.origin);
  const { email, password } = account.credentials;
  await browser.send("POST", "/api/auth/signin", { email, password });
  await disableUser(db, manager, id);
  expect(await list(browser)).toHaveLength(1);
  expect((await open(browser, id)).status).toBe(404);
});

describe("a switch of the profile", () => {
  it("lets everything speak for the profile, which has no email address", async () => {
    const { mal_id } = await addAnime(db);
    await addEpisodes(db, mal_id, 1, 3);
    const animeId = String(mal_id);
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed" });
    const opened = await open(account, id);
    expect(dataOf(opened)).toMatchObject({ profile: { id, active: true } });
    expect(await whoIs(account)).toMatchObject({ id, email: null, name: "Ed" });
    for (const [path, body] of [
      ["/api/user/updateProfile", { name: "Edward" }],
      ["/api/user/profile", { name: "Edward", last_name: "Wong", gender: "Female" }],
    ] as const)
      expect(dataOf(await account.send("POST", path, body))).toMatchObject({ id, email: null });
    await account.send("POST", "/api/user/watchlist", { animeId, type: "Watching" });
    const entries = async () =>
      dataOf<unknown[] & Record<string, unknown>>(await account.send("GET", "/api/user/watchlist"))
        .length;
    expect(await entries()).toBe(1);
    const progress = { animeId, episode: 1, position: 60, duration: 1_440 };
    for (const [userId, status] of [
      [account.userId, 409],
      ["me", 400],
      [id, 200],
    ] as const) {
      const response = await account.send("POST", "/api/user/progress", { ...progress, userId });
      expect(response.status).toBe(status);
    }
    await open(account, account.userId);
    expect(await entries()).toBe(0);
    const kept = await account.send("GET", "/api/user/progress");
    expect(dataOf(kept)).toEqual([]);
  });

  it("makes a new session that proves nothing, also of the account", async () => {
    const account = await createAccount();
    const { password } = account.credentials;
    const { id } = await add(account, { name: "Ed" });
    const before = copyOf(account);
    const token = { name: "A program", scopes: ["list:read"] };
    const closed: [string, string, object][] = [
      ["POST", "/api/user/tokens", token],
      ["POST", "/api/user/profiles", { name: "A" }],
      ["POST", "/api/user/email", { email: "new@example.org" }],
      ["DELETE", "/api/user/account", {}],
    ];
    await open(account, id);
    expect(await whoIs(before)).toBeNull();
    for (const [method, path, body] of closed)
      for (const more of [{}, { currentPassword: password, password }])
        expect((await account.send(method, path, { ...body, ...more })).status).toBe(403);
    const change = { currentPassword: password, newPassword: "Lantern!9road" };
    expect((await account.send("POST", "/api/user/password", change)).status).toBe(403);
    await open(account, account.userId);
    for (const [method, path, body] of closed.slice(0, 2)) {
      expect((await account.send(method, path, body)).status).toBe(403);
      const proven = { ...body, currentPassword: password };
      expect((await account.send(method, path, proven)).status).toBe(200);
    }
  });

  it("ends with its session, account or profile", async () => {
    const account = await createAccount();
    const { email, password } = account.credentials;
    const { id } = await add(account, { name: "Ed" });
    const browser = createApiClient(account.origin);
    const signIn = () => browser.send("POST", "/api/auth/signin", { email, password });
    await signIn();
    await open(account, id);
    const shown = await browser.send("GET", "/api/user/sessions");
    expect(dataOf(shown)).toMatchObject([
      { profile: "Ed", current: false },
      { profile: null, current: true },
    ]);
    await browser.send("DELETE", "/api/user/sessions");
    expect(await whoIs(account)).toBeNull();
    await account.send("POST", "/api/auth/signin", { email, password });
    await open(account, id);
    await browser.send("DELETE", `/api/user/profiles?id=${id}`, { currentPassword: password });
    expect(await whoIs(account)).toBeNull();
    const { id: second } = await add(browser, { name: "Ein" });
    await open(browser, second);
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, account.userId));
    expect(await whoIs(browser)).toBeNull();
  });

  it("opens nothing once the session was ended or the PIN changed meanwhile", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed" });
    const session = { idHash: "none", householdId: account.userId };
    const client = { device: "TV", address: "192.0.2.1", key: "tv" };
    await expect(switchProfile(db, session, { id, pinHash: null }, client)).rejects.toThrow(
      "Unauthorized",
    );
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, account.userId));
    const present = { ...session, idHash: row?.idHash ?? "" };
    await expect(switchProfile(db, present, { id, pinHash: "other" }, client)).rejects.toThrow(
      "no such profile",
    );
    const opened = await switchProfile(db, present, { id, pinHash: null }, client);
    // A user of a higher role is a member until they have proven who they are.
    await db.update(users).set({ role: "moderator" }).where(eq(users.id, id));
    const roleOf = async () => (await readSession(db, opened.sessionId))?.user.role;
    expect(await roleOf()).toBe("member");
    await db.update(sessions).set({ confirmedAt: new Date() }).where(eq(sessions.profileId, id));
    expect(await roleOf()).toBe("moderator");
  });
});

it("limits switches per client", async () => {
  const account = await createSignedInClient(database, { RATE_LIMITS: "profileSwitch=2/60" });
  const statuses = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await open(account, account.userId)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

describe("a PIN", () => {
  it("is asked for by a switch, waits after five wrong ones, and mails the account", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed", pin: "2468" });
    expect((await open(account, id)).status).toBe(403);
    for (const pin of ["246", "2468x", "123456789", ""])
      expect((await open(account, id, pin)).status).toBe(400);
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect([attempt, (await open(account, id, "0000")).status]).toEqual([attempt, 403]);
    expect(await receive(1, account.credentials.email)).toHaveLength(1);
    const refused = await open(account, id, "2468");
    expect(refused.status).toBe(429);
    const waits = [Number(refused.headers.get("retry-after"))];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await endWait(id);
      expect((await open(account, id, "0000")).status).toBe(403);
      waits.push(Number((await open(account, id, "0000")).headers.get("retry-after")));
    }
    const expected = [30, 60, 120, 240, 480, 900, 900];
    expect(waits.every((wait, at) => Math.abs(wait - (expected[at] ?? 0)) <= 2)).toBe(true);
    await endWait(id);
    expect((await open(account, id, "2468")).status).toBe(200);
    const [pin] = await db.select().from(profilePins).where(eq(profilePins.userId, id));
    expect(pin).toMatchObject({ attempts: 0, retryAt: null });
    expect(pin?.pinHash).toMatch(/^\$2b\$/);
  });

  it("that is new ends the wait for the one before", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed", pin: "2468" });
    for (let attempt = 1; attempt <= 5; attempt += 1) await open(account, id, "0000");
    await account.send("PATCH", "/api/user/profiles", { id, pin: "1357" });
    expect((await open(account, id, "1357")).status).toBe(200);
  });

  it("of 50 guesses at once at two processes has five compared", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Ed", pin: "2468" });
    const second = await startApi(database, LIMITS);
    const guesses = Array.from({ length: 50 }, async (_, number) => {
      const client = copyOf(account, number % 2 === 0 ? account.origin : second.origin);
      return (await open(client, id, String(1_000 + number))).status;
    });
    const statuses = await Promise.all(guesses);
    const number = (status: number) => statuses.filter((each) => each === status).length;
    expect([number(403), number(429)]).toEqual([5, 45]);
    const [pin] = await db.select().from(profilePins).where(eq(profilePins.userId, id));
    expect(pin?.attempts).toBe(5);
  });

  it("is no way in, and a wait of a clock set back ends", async () => {
    const account = await createAccount();
    const { id } = await add(account, { name: "Edward", pin: "2468" });
    const visitor = createApiClient(account.origin);
    expect((await open(visitor, id, "2468")).status).toBe(401);
    const login = { username: "Edward", password: "2468" };
    expect((await visitor.send("POST", "/api/auth/signin", login)).status).toBe(401);
    const far = new Date(Date.now() + 365 * 86_400_000);
    await db.update(profilePins).set({ retryAt: far }).where(eq(profilePins.userId, id));
    expect((await open(account, id, "2468")).status).toBe(200);
    expect(await db.select().from(credentials).where(eq(credentials.userId, id))).toEqual([]);
  });
});
