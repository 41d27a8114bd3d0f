import { beforeEach, describe, expect, it } from "vitest";
import { channels } from "~db/schema";
import { createPushBrowser } from "../../fakes/push-browser";
import { testDatabase } from "../../support/database/test-database";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
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
    await user.send("POST", PATH, { endpoint: ENDPOINT, keys });
    await db.update(channels).set({ endedAt: new Date() });
    const other = await createSignedInClient(database);
    expect((await other.send("POST", PATH, body)).status).toBe(404);
    expect(await own()).toMatchObject([{ endedAt: expect.any(Date) as Date }]);
    expect((await user.send("POST", PATH, body)).status).toBe(200);
    expect(await own()).toMatchObject([{ endedAt: null }]);
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

  it("ends with the session", async () => {
    await user.send("POST", PATH, { endpoint: ENDPOINT, keys });
    await user.send("POST", "/api/auth/signout");
    expect(await own()).toMatchObject([{ endedAt: expect.any(Date) as Date }]);
  });
});
