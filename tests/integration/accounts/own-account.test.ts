import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  auditLog,
  credentials,
  profiles,
  searchHistory,
  sessions,
  users,
  watchListEntries,
} from "~db/schema";
import { addAnimeId } from "../../factories/anime-id";
import { createApiClient } from "../../support/server/api-client";
import { dataOf, createSignedInClient, signUpClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const tenMinutesAgo = () => new Date(Date.now() - 10 * 60_000);

describe("the export", () => {
  it("contains all of the user's data and no secrets", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { title: "Trigun" });
    await api.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    await api.send("POST", "/api/user/searchHistory", { query: "trigun" });
    await api.send("POST", "/api/saveUserPreferences", { enfasiscolor: "#123456" });
    const about = {
      name: "Faye",
      last_name: "Valentine",
      gender: "female",
      bio: "Hunting,\nowing.",
    };
    await api.send("POST", "/api/user/profile", about);
    const response = await api.send("GET", "/api/user/export");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    expect(dataOf(response)).toMatchObject({
      account: { id: api.userId, email: api.credentials.email },
      profile: { name: "Faye", bio: "Hunting,\nowing." },
      preferences: { enfasiscolor: "#123456" },
      sessions: [{ device: expect.any(String) as string }],
      watch_list: [{ mal_id: id, title: "Trigun", type: "Watching" }],
      search_history: [{ query: "trigun" }],
    });
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, api.userId));
    expect(JSON.stringify(response.body)).not.toContain("$2b$");
    expect(JSON.stringify(response.body)).not.toContain(session?.idHash);
  });
});

describe("changing the password", () => {
  const newPassword = "N3w!passage";

  it("requires the current one, ends other sessions and keeps this one", async () => {
    const api = await createSignedInClient(database);
    const { email, password } = api.credentials;
    const other = createApiClient(api.origin);
    await other.send("POST", "/api/auth/signin", api.credentials);
    const change = (currentPassword: string, next = newPassword) =>
      api.send("POST", "/api/user/password", { currentPassword, newPassword: next });
    expect((await change("Wr0ng!password")).status).toBe(403);
    const refused = await change(password, "Ab1!x");
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { issues: [{ path: "newPassword" }] },
    ]);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(200);

    expect((await change(password)).status).toBe(200);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(401);
    expect((await api.send("GET", "/api/user/profile")).status).toBe(200);
    const signIn = async (candidate: string) =>
      (await other.send("POST", "/api/auth/signin", { email, password: candidate })).status;
    expect([await signIn(password), await signIn(newPassword)]).toEqual([401, 200]);
  });

  it.each([false, true])("ends tokens too, unless they are kept: %s", async (keepAccess) => {
    const api = await createSignedInClient(database);
    const other = createApiClient(api.origin);
    await other.send("POST", "/api/auth/signin", api.credentials);
    const { token } = dataOf<{ token: string }>(
      await api.send("POST", "/api/user/tokens", { name: "A program", scopes: ["list:read"] }),
    );
    const currentPassword = api.credentials.password;
    const body = { currentPassword, newPassword, ...(keepAccess ? { keepAccess } : {}) };
    expect((await api.send("POST", "/api/user/password", body)).status).toBe(200);
    const program = await createApiClient(api.origin).send(
      "GET",
      "/api/user/watchlist",
      undefined,
      { authorization: `Bearer ${token}` },
    );
    const session = await other.send("GET", "/api/user/profile");
    expect([program.status, session.status]).toEqual(keepAccess ? [200, 200] : [401, 401]);
  });

  it("happens once of two concurrent changes", async () => {
    const api = await createSignedInClient(database);
    const change = (next: string) =>
      api.send("POST", "/api/user/password", {
        currentPassword: api.credentials.password,
        newPassword: next,
      });
    const statuses = (await Promise.all([change("N3w!passage"), change("0ther!Passage")])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, 403]);
  });

  it("is refused without a password to replace, and without a session", async () => {
    const api = await createSignedInClient(database);
    await db.delete(credentials).where(eq(credentials.userId, api.userId));
    const body = { currentPassword: api.credentials.password, newPassword };
    expect((await api.send("POST", "/api/user/password", body)).status).toBe(403);
    expect(await db.select().from(credentials).where(eq(credentials.userId, api.userId))).toEqual(
      [],
    );
    const visitor = createApiClient(api.origin);
    expect((await visitor.send("POST", "/api/user/password", body)).status).toBe(401);
  });
});

describe("deleting the account", () => {
  const remove = (
    api: {
      send: (
        method: string,
        path: string,
        body?: unknown,
      ) => Promise<{ status: number; headers: Headers; body: never }>;
    },
    body?: unknown,
  ) => api.send("DELETE", "/api/user/account", body);

  it("requires the password, deletes everything, ends all sessions and clears the cookie", async () => {
    const api = await createSignedInClient(database);
    const other = createApiClient(api.origin);
    await other.send("POST", "/api/auth/signin", api.credentials);
    const id = await addAnimeId(db);
    await api.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    await api.send("POST", "/api/user/searchHistory", { query: "x" });
    await db
      .update(sessions)
      .set({ createdAt: tenMinutesAgo() })
      .where(eq(sessions.userId, api.userId));
    const response = await remove(api, { password: api.credentials.password });
    expect(response.body).toMatchObject({ success: true });
    expect(response.headers.getSetCookie().join()).toMatch(/^akari=;.*Expires=Thu, 01 Jan 1970/);
    const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, api.userId));
    expect(logged).toMatchObject([{ action: "user.deleted", actorId: api.userId }]);
    for (const table of [profiles, credentials, sessions, watchListEntries, searchHistory])
      expect(await db.select().from(table).where(eq(table.userId, api.userId))).toEqual([]);
    expect(await db.select().from(users).where(eq(users.id, api.userId))).toEqual([]);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(401);
    expect(
      (await createApiClient(api.origin).send("POST", "/api/auth/signin", api.credentials)).status,
    ).toBe(401);
    expect(
      (await createApiClient(api.origin).send("POST", "/api/auth/signup", api.credentials)).status,
    ).toBe(200);
  });

  it("rejects a wrong password with 403, even right after signing in", async () => {
    const api = await createSignedInClient(database);
    expect((await remove(api, { password: "Wrong-1!x" })).status).toBe(403);
    expect((await remove(api, { password: "" })).status).toBe(403);
    expect((await api.send("GET", "/api/user/profile")).status).toBe(200);
  });

  it("requires no password within ten minutes of signing in, and one after that", async () => {
    const api = await createSignedInClient(database);
    await db
      .update(sessions)
      .set({ createdAt: tenMinutesAgo() })
      .where(eq(sessions.userId, api.userId));
    expect((await remove(api)).status).toBe(403);
    await db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 9 * 60_000) })
      .where(eq(sessions.userId, api.userId));
    expect((await remove(api)).status).toBe(200);
  });

  it("leaves other users untouched", async () => {
    const api = await createSignedInClient(database);
    const other = await signUpClient(api.origin);
    await remove(api);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(200);
  });
});

describe("the list of sessions", () => {
  it("lists the user's sessions, and ends one or all others immediately", async () => {
    const api = await createSignedInClient(database);
    const [phone, tablet] = [createApiClient(api.origin), createApiClient(api.origin)];
    for (const device of [phone, tablet])
      await device.send("POST", "/api/auth/signin", api.credentials, {
        "user-agent": "Mozilla/5.0 (Android) Firefox/140.0",
      });
    const lines = dataOf<{ key: string; device: string; current: boolean }[]>(
      await api.send("GET", "/api/user/sessions"),
    );
    expect(lines).toHaveLength(3);
    expect(lines.filter((entry) => entry.current)).toHaveLength(1);
    expect(lines.map((entry) => entry.device)).toContain("Firefox on Android");
    const mine = dataOf<typeof lines>(await phone.send("GET", "/api/user/sessions")).find(
      (entry) => entry.current,
    );
    expect((await api.send("DELETE", `/api/user/sessions?key=${mine?.key}`)).status).toBe(200);
    expect((await phone.send("GET", "/api/user/profile")).status).toBe(401);
    expect((await tablet.send("GET", "/api/user/profile")).status).toBe(200);
    expect(
      dataOf<{ message: string }>(await api.send("DELETE", "/api/user/sessions")).message,
    ).toBe("One other session ended.");
    expect((await tablet.send("GET", "/api/user/profile")).status).toBe(401);
    expect((await api.send("GET", "/api/user/profile")).status).toBe(200);
  });

  it("cannot end another user's session, rejects an invalid key, and clears its own cookie", async () => {
    const api = await createSignedInClient(database);
    const other = await signUpClient(api.origin);
    const key =
      dataOf<{ key: string }[]>(await other.send("GET", "/api/user/sessions"))[0]?.key ?? "";
    await api.send("DELETE", `/api/user/sessions?key=${key}`);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(200);
    expect((await api.send("DELETE", "/api/user/sessions?key=")).status).toBe(400);
    expect(
      (await other.send("DELETE", `/api/user/sessions?key=${key}`)).headers.getSetCookie().join(),
    ).toContain("Expires=Thu, 01 Jan 1970");
  });
});
