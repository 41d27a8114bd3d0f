import { beforeEach, describe, expect, it } from "vitest";
import { disableUser, endSessionsOf } from "~/features/accounts/directory/manage-user.server";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import { listChannels } from "~/features/notifications/channels/channels.server";
import { channels, childLimits, sessions } from "~db/schema";
import { createPushBrowser } from "../../fakes/push-browser";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import {
  createSignedInClient,
  dataOf,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const PATH = "/api/user/push";
const ENDPOINT = "https://push.example.net/v2/abc";

let user: SignedInClient;
let keys: { p256dh: string; auth: string };

beforeEach(async () => {
  await db.delete(channels);
  user = await createSignedInClient(database, { LOCAL_HOSTS: "10.0.0.9" });
  ({ keys } = createPushBrowser());
});

const own = () => db.select().from(channels);
const withKey = (keys: object, change: object) => ({
  endpoint: ENDPOINT,
  keys: { ...keys, ...change },
});
const errorOf = (response: { body: unknown }) => (response.body as { error: string }).error;

describe("POST /api/user/push", () => {
  it("adds the browser under its name, once", async () => {
    const subscription = { endpoint: ENDPOINT, expirationTime: null, keys };
    for (let time = 0; time < 2; time += 1)
      expect((await user.send("POST", PATH, subscription)).status).toBe(200);
    expect(await own()).toMatchObject([{ kind: "push", host: "push.example.net" }]);
    expect(JSON.stringify(await own())).not.toContain(keys.p256dh);
  });

  it.each<[string, named: string, change: (keys: object) => object]>([
    ["an address that is none", "endpoint", (keys) => ({ endpoint: "push", keys })],
    ["no address", "endpoint", (keys) => ({ keys })],
    ["http", "endpoint", (keys) => ({ endpoint: "http://push.example.net/", keys })],
    ["a foreign scheme", "endpoint", (keys) => ({ endpoint: "ftp://push.example.net/", keys })],
    ["a private address", "private", (keys) => ({ endpoint: "https://10.0.0.1/", keys })],
    ["ten kilobytes", "2000", (keys) => ({ endpoint: ENDPOINT + "/a".repeat(5_000), keys })],
    ["no keys", "keys", () => ({ endpoint: ENDPOINT })],
    ["a key off the curve", "p256dh", (keys) => withKey(keys, { p256dh: `B${"A".repeat(86)}` })],
    ["a key that is too short", "p256dh", (keys) => withKey(keys, { p256dh: "BAAA" })],
    ["a secret of 15 bytes", "auth", (keys) => withKey(keys, { auth: "A".repeat(20) })],
  ])("rejects %s, and changes nothing", async (_, named, change) => {
    const response = await user.send("POST", PATH, change(keys));
    expect(response.status).toBe(400);
    expect(errorOf(response)).toContain(named);
    expect(await own()).toEqual([]);
  });

  it("takes an address of just 2,000 characters, and of the network that the operator allowed", async () => {
    const long = `${ENDPOINT}/${"a".repeat(2000 - ENDPOINT.length - 1)}`;
    for (const endpoint of [long, "http://10.0.0.9/push"])
      expect((await user.send("POST", PATH, { endpoint, keys })).status).toBe(200);
    expect((await user.send("POST", PATH, { endpoint: `${long}a`, keys })).status).toBe(400);
    expect(await own()).toHaveLength(2);
  });

  it("renews what the user has, and nothing else", async () => {
    const body = { endpoint: ENDPOINT, keys, renew: true };
    expect((await user.send("POST", PATH, body)).status).toBe(404);
    expect(await own()).toEqual([]);
    await user.send("POST", PATH, { endpoint: ENDPOINT, keys });
    await db.update(channels).set({ endedAt: new Date(), failures: 10 });
    expect((await user.send("POST", PATH, body)).status).toBe(200);
    expect(await own()).toMatchObject([{ endedAt: null, failures: 0 }]);
  });

  it("is for sessions alone", async () => {
    const scopes = ["profile:read", "profile:write"];
    const made = await user.send("POST", "/api/user/tokens", { name: "Script", scopes });
    const { token } = dataOf<{ token: string }>(made);
    const response = await fetch(user.origin + PATH, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ endpoint: ENDPOINT, keys }),
    });
    expect(response.status).toBe(403);
    expect(await own()).toEqual([]);
  });
});

describe("DELETE /api/user/push", () => {
  it("removes the user's browser, and no other one's", async () => {
    await user.send("POST", PATH, { endpoint: ENDPOINT, keys });
    const other = await createSignedInClient(database);
    expect((await other.send("DELETE", PATH, { endpoint: ENDPOINT })).status).toBe(404);
    expect(await own()).toHaveLength(1);
    expect((await user.send("DELETE", PATH, { endpoint: ENDPOINT })).status).toBe(200);
    expect(await own()).toEqual([]);
    expect((await user.send("DELETE", PATH, { endpoint: ENDPOINT })).status).toBe(404);
  });
});

describe("a browser shows nothing more after", () => {
  const shown = () => listChannels(db, user.userId);
  const subscribe = (client: SignedInClient) =>
    client.send("POST", PATH, { endpoint: ENDPOINT, keys });
  const owner = { id: crypto.randomUUID(), role: "owner" } as const;
  /** The same user in another browser. */
  const signIn = async () => {
    const client = createApiClient(user.origin);
    await client.send("POST", "/api/auth/signin", user.credentials);
    return client;
  };
  const changePassword = async (client: ApiClient) => {
    const currentPassword = user.credentials.password;
    const body = { currentPassword, newPassword: "Another!1pass" };
    expect((await client.send("POST", "/api/user/password", body)).status).toBe(200);
  };
  const endOthers = async () => (await signIn()).send("DELETE", "/api/user/sessions");

  it.each<[string, () => Promise<unknown>]>([
    ["a sign-out", () => user.send("POST", "/api/auth/signout")],
    ["its session is ended", endOthers],
    ["a new password in another browser", async () => changePassword(await signIn())],
    ["the account is disabled", () => disableUser(db, owner, user.userId)],
    ["operators end its sessions", () => endSessionsOf(db, owner, user.userId)],
    [
      "another user signs in",
      async () => {
        const other = await signUpClient(user.origin);
        await user.send("POST", "/api/auth/signin", other.credentials);
      },
    ],
    [
      "another profile watches",
      async () => {
        const added = await user.send("POST", "/api/user/profiles", { name: "Kit" });
        const { id } = dataOf<{ id: string }>(added);
        expect((await user.send("POST", "/api/session/profile", { id })).status).toBe(200);
      },
    ],
  ])("%s", async (_, end) => {
    await subscribe(user);
    expect(await shown()).toHaveLength(1);
    await end();
    expect(await shown()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a new password", async () => changePassword(await signIn())],
    ["all sessions are ended", endOthers],
    [
      "another user is there",
      async () => {
        const other = await signUpClient(user.origin);
        const body = { endpoint: ENDPOINT, keys, renew: true };
        expect((await other.send("POST", PATH, body)).status).toBe(404);
      },
    ],
    [
      "a child is there",
      async () => {
        const parent = await signUpClient(user.origin);
        const added = await parent.send("POST", "/api/user/profiles", { name: "Kit" });
        const { id } = dataOf<{ id: string }>(added);
        await db.insert(childLimits).values({ userId: id, maxRating: "g" });
        expect((await parent.send("POST", "/api/session/profile", { id })).status).toBe(200);
        expect((await subscribe(parent)).status).toBe(403);
        expect(await shown()).toHaveLength(1);
        const body = { endpoint: ENDPOINT, keys, renew: true };
        expect((await parent.send("POST", PATH, body)).status).toBe(404);
      },
    ],
  ])("its session has expired by age, and %s", async (_, end) => {
    await subscribe(user);
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second'`;
    await deleteExpiredSessions(db);
    expect((await user.send("GET", "/api/user/sessions")).status).toBe(401);
    expect(await shown()).toHaveLength(1);
    await end();
    expect(await shown()).toEqual([]);
  });

  it("until the same user is back, with the same kinds", async () => {
    await subscribe(user);
    await sql`UPDATE channels SET kinds = '{episode.aired}'`;
    await user.send("POST", "/api/auth/signout");
    const client = await signIn();
    const body = { endpoint: ENDPOINT, keys, renew: true };
    expect((await client.send("POST", PATH, body)).status).toBe(200);
    expect(await shown()).toMatchObject([{ kinds: ["episode.aired"] }]);
  });

  it("and an expired session is deleted once no browser shows notifications in it", async () => {
    await subscribe(user);
    await sql`UPDATE sessions SET expires_at = now() - interval '1 second'`;
    await sql`TRUNCATE channels CASCADE`;
    await deleteExpiredSessions(db);
    expect(await db.select().from(sessions)).toEqual([]);
  });
});
