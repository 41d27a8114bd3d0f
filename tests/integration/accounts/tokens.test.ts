import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import { readToken } from "~/features/accounts/tokens/tokens.server";
import { action as settings, loader as settingsLoader } from "~/routes/account/settings";
import { personalTokens, sessions, watchListEntries } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { apiOperations } from "../../support/server/api-routes";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;

async function createToken(user: ApiClient, scopes: readonly string[], more: object = {}) {
  const input = { name: "A program", scopes, ...more };
  const response = await user.send("POST", "/api/user/tokens", input);
  return dataOf<{ id: string; token: string }>(response);
}

/** A program with the token and no cookies. */
function createProgram(user: SignedInClient, token: string) {
  const client = createApiClient(user.origin);
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    client.send(method, path, body, { authorization: `Bearer ${token}`, ...headers });
}

const operations = apiOperations.map(({ method, path, operation }) => ({
  method,
  path,
  access: operation.tokenScope,
}));

describe("a refused token", () => {
  it("is told why in WWW-Authenticate", async () => {
    const user = await createSignedInClient(database);
    const { token } = await createToken(user, ["list:read"]);
    const challengeOf = async (program: ReturnType<typeof createProgram>, method: string) => {
      const { status, headers } = await program(
        method,
        "/api/user/watchlist",
        method === "GET" ? undefined : {},
      );
      return [status, headers.get("www-authenticate")];
    };
    const realm = 'Bearer realm="Akari"';
    expect(await challengeOf(createProgram(user, "akari_none"), "GET")).toEqual([
      401,
      `${realm}, error="invalid_token"`,
    ]);
    expect(await challengeOf(createProgram(user, token), "POST")).toEqual([
      403,
      `${realm}, error="insufficient_scope", scope="list:write"`,
    ]);
    const visitor = await createApiClient(user.origin).send("GET", "/api/user/watchlist");
    expect([visitor.status, visitor.headers.get("www-authenticate")]).toEqual([401, realm]);
  });
});

describe("the table of endpoints", () => {
  it("states for every operation what a token may do", () => {
    expect(operations.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it.each(["/api/user/tokens", "/api/user/sessions", "/api/user/account", "/api/user/export"])(
    "accepts no token at %s",
    (path) => {
      const own = operations.filter((operation) => operation.path === path);
      expect(own.length).toBeGreaterThan(0);
      for (const { access } of own) expect(access).toBe("session");
    },
  );

  it(
    "responds to each operation with each scope: 401, 403 or success",
    { tags: "rest" },
    async () => {
      const user = await createSignedInClient(database, {
        RATE_LIMITS: "signup=100000/60,signin=100000/60,accountDeletion=100000/60,oauth=100000/60",
      });
      const tokens = new Map<string, string>();
      for (const scope of TOKEN_SCOPES) tokens.set(scope, (await createToken(user, [scope])).token);
      const outcomes: unknown[] = [];
      const expected: unknown[] = [];
      for (const { method, path, access } of operations) {
        if (access === "public") continue;
        const isScope = TOKEN_SCOPES.some((scope) => scope === access);
        for (const [scope, token] of tokens) {
          const { status, headers } = await createProgram(user, token)(method, path);
          expect(headers.getSetCookie()).toEqual([]);
          const isAllowed = isScope && scope === access;
          expected.push([method, path, scope, isAllowed]);
          outcomes.push([method, path, scope, status !== 401 && status !== 403]);
          if (!isAllowed) expect([method, path, scope, status]).toEqual([method, path, scope, 403]);
        }
        const unknown = await createProgram(user, `akari_${"x".repeat(43)}`)(method, path);
        expect([method, path, unknown.status]).toEqual([method, path, 401]);
      }
      expect(outcomes).toEqual(expected);
      // Session-only operations changed nothing.
      expect((await user.send("GET", "/api/user/profile")).status).toBe(200);
      expect(dataOf<unknown[]>(await user.send("GET", "/api/user/tokens"))).toHaveLength(5);
    },
  );
});

describe("a personal access token", () => {
  it("is shown once, and stored as a hash", async () => {
    const user = await createSignedInClient(database);
    const { id, token } = await createToken(user, ["list:read", "playback"], { expiresInDays: 30 });
    expect(token).toMatch(/^akari_[\w-]{43}$/);
    const [row] = await db.select().from(personalTokens).where(eq(personalTokens.id, id));
    expect(JSON.stringify(row)).not.toContain(token.slice(6));
    const list = await user.send("GET", "/api/user/tokens");
    expect(JSON.stringify(list.body)).not.toContain(token.slice(6));
    expect(list.headers.get("cache-control")).toBe("private, no-store");
    const [entry] = dataOf<Record<string, unknown>[]>(list);
    expect(entry).toMatchObject({
      id,
      name: "A program",
      scopes: ["list:read", "playback"],
      last_used_at: null,
    });
    const lifetime = Date.parse(String(entry?.["expires_at"])) - Date.now();
    expect(Math.round(lifetime / 86_400_000)).toBe(30);
  });

  it.each([
    [{ scopes: ["list:read"] }, "name"],
    [{ name: "\u200b\u200b", scopes: ["list:read"] }, "name"],
    [{ name: "x".repeat(65), scopes: ["list:read"] }, "name"],
    [{ name: "x" }, "scopes"],
    [{ name: "x", scopes: [] }, "scopes"],
    [{ name: "x", scopes: ["admin"] }, "scopes.0"],
    [{ name: "x", scopes: ["playback"], expiresInDays: 0 }, "expiresInDays"],
    [{ name: "x", scopes: ["playback"], expiresInDays: 3651 }, "expiresInDays"],
    [{ name: "x", scopes: ["playback"], expiresInDays: 1.5 }, "expiresInDays"],
    [{ name: "x", scopes: ["playback"], expiresInDays: "soon" }, "expiresInDays"],
  ])("is refused for %j, naming %s", async (input, field) => {
    const user = await createSignedInClient(database);
    const response = await user.send("POST", "/api/user/tokens", input);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ issues: [{ path: field }] });
    expect(dataOf<unknown[]>(await user.send("GET", "/api/user/tokens"))).toEqual([]);
  });

  it("has limits that still pass", async () => {
    const user = await createSignedInClient(database);
    const { token } = await createToken(user, ["playback", "playback"], {
      name: "x".repeat(64),
      expiresInDays: 3650,
    });
    expect(token).toMatch(/^akari_/);
    for (let more = 1; more < 50; more += 1) await createToken(user, ["playback"]);
    const input = { name: "One more", scopes: ["playback"] };
    expect((await user.send("POST", "/api/user/tokens", input)).status).toBe(409);
  });

  it("writes and reads what its scopes allow, as its user", async () => {
    await addAnimes(db, { mal_id: 77, title: "Harbor Lights" });
    const user = await createSignedInClient(database);
    const { token } = await createToken(user, ["list:read", "list:write", "profile:read"]);
    const program = createProgram(user, token);
    const entry = { animeId: 77, type: "Watching" };
    // No Origin is needed, and a foreign one is harmless: browsers never send a token on their own.
    const added = await program("POST", "/api/user/watchlist", entry, {
      origin: "https://elsewhere.test",
    });
    expect(added.status).toBe(200);
    const rows = await db
      .select()
      .from(watchListEntries)
      .where(eq(watchListEntries.userId, user.userId));
    expect(rows).toHaveLength(1);
    const list = await program("GET", "/api/user/watchlist");
    expect(list.headers.get("cache-control")).toBe("private, no-store");
    expect(JSON.stringify(list.body)).toContain("Harbor Lights");
    const who = dataOf(await program("GET", "/api/auth/session"));
    expect(who["id"]).toBe(user.userId);
  });

  it("counts instead of cookies, and never renews or ends a session", async () => {
    const user = await createSignedInClient(database);
    const other = await createSignedInClient(database);
    const { token } = await createToken(user, ["profile:read"]);
    const lastUsedAt = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.userId, other.userId));
    const program = createProgram(user, token);
    const both = await program("GET", "/api/auth/session", undefined, { cookie: other.cookie });
    expect(dataOf(both)["id"]).toBe(user.userId);
    expect(both.headers.getSetCookie()).toEqual([]);
    for (const authorization of ["Bearer akari_nothing", "Bearer", "bearer  x", "Bearer "]) {
      const headers = { authorization, cookie: other.cookie };
      const client = createApiClient(user.origin);
      const response = await client.send("GET", "/api/user/profile", undefined, headers);
      expect([authorization, response.status]).toEqual([authorization, 401]);
      expect(response.body).toEqual({ error: "Unauthorized", status: 401 });
    }
    const signOut = await program("POST", "/api/auth/signout", {}, { cookie: other.cookie });
    expect([signOut.status, signOut.headers.getSetCookie()]).toEqual([403, []]);
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, other.userId));
    expect(row?.lastUsedAt).toEqual(lastUsedAt);
    expect((await other.send("GET", "/api/user/profile")).status).toBe(200);
  });

  it("is ignored by public endpoints", async () => {
    const user = await createSignedInClient(database);
    const program = createProgram(user, "akari_nothing");
    expect((await program("GET", "/api/animes/full")).status).toBe(200);
  });

  it("is no sign-in for pages, whatever their cookies", async () => {
    const user = await createSignedInClient(database);
    const { token } = await createToken(user, TOKEN_SCOPES);
    const call = createPageCaller(database);
    const headers = { authorization: `Bearer ${token}`, cookie: user.cookie };
    const page = call(settingsLoader, "/settings", { init: { headers } });
    await expect(page).rejects.toBeInstanceOf(Response);
  });

  it("ends when it is revoked, expires, or its user is deleted", async () => {
    const user = await createSignedInClient(database);
    const other = await createSignedInClient(database);
    const { id, token } = await createToken(user, ["profile:read"], { expiresInDays: 1 });
    const read = async () => (await createProgram(user, token)("GET", "/api/user/profile")).status;
    expect(await read()).toBe(200);
    expect(await readToken(db, token, new Date(Date.now() + 23 * 3_600_000))).not.toBeNull();
    expect(await readToken(db, token, new Date(Date.now() + 25 * 3_600_000))).toBeNull();

    expect((await other.send("DELETE", `/api/user/tokens?id=${id}`)).status).toBe(404);
    expect((await user.send("DELETE", "/api/user/tokens?id=nothing")).status).toBe(400);
    expect((await user.send("DELETE", "/api/user/tokens")).status).toBe(400);
    expect(await read()).toBe(200);
    expect((await user.send("DELETE", `/api/user/tokens?id=${id}`)).status).toBe(200);
    expect(await read()).toBe(401);

    const last = await createToken(user, ["profile:read"]);
    await user.send("DELETE", "/api/user/account", {});
    const response = await createProgram(user, last.token)("GET", "/api/user/profile");
    expect(response.status).toBe(401);
  });

  it("records its last use at most once a minute", async () => {
    const user = await createSignedInClient(database);
    const { id, token } = await createToken(user, ["profile:read"]);
    const lastUse = async () =>
      (await db.select().from(personalTokens).where(eq(personalTokens.id, id)))[0]?.lastUsedAt;
    const start = Date.now();
    const at = (seconds: number) => readToken(db, token, new Date(start + seconds * 1000));
    await at(0);
    expect(await lastUse()).toEqual(new Date(start));
    await at(59);
    expect(await lastUse()).toEqual(new Date(start));
    await at(61);
    expect(await lastUse()).toEqual(new Date(start + 61_000));
  });
});

describe("the settings page", () => {
  it("creates a token by form, shows it once, and revokes it", async () => {
    const user = await createSignedInClient(database);
    const call = createPageCaller(database);
    const headers = { cookie: user.cookie, origin: "http://akari.test" };
    const post = (fields: [string, string][]): Promise<unknown> =>
      Promise.resolve(
        call(settings, "/settings", {
          init: { method: "POST", body: new URLSearchParams(fields), headers },
        }),
      );
    const created = (await post([
      ["intent", "create-token"],
      ["name", "Player"],
      ["scopes", "playback"],
      ["scopes", "list:read"],
      ["expiresInDays", ""],
    ])) as { createdToken: string };
    const program = createProgram(user, created.createdToken);
    expect((await program("GET", "/api/user/watchlist")).status).toBe(200);

    const data = await call(settingsLoader, "/settings", { init: { headers } });
    expect(JSON.stringify(data)).not.toContain(created.createdToken);
    const [token] = data.tokens;
    expect(token).toMatchObject({
      name: "Player",
      scopes: ["list:read", "playback"],
      expiresAt: null,
    });
    const refused = (await post([["intent", "create-token"]])) as {
      init: ResponseInit | null;
      data: { failure: { fields: object } };
    };
    expect(refused.init?.status).toBe(400);
    expect(Object.keys(refused.data.failure.fields)).toEqual(["name", "scopes"]);

    await post([
      ["intent", "revoke-token"],
      ["id", token?.id ?? ""],
    ]);
    expect((await program("GET", "/api/user/watchlist")).status).toBe(401);
  });
});
