import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "~db/schema";
import { apiOperations, apiRoutes } from "../../support/server/api-routes";
import { startApi } from "../../support/server/api-client";
import { createSignedInClient, signUpClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const operations = apiOperations.filter(({ path }) => /^\/api\/(?:user\/|save)/.test(path));
const writes = apiOperations.filter(({ method }) => method !== "GET");

describe("operations on a user's data", () => {
  it("AUTH-S16 are all documented", () => {
    const names = operations.map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(
      expect.arrayContaining([
        "POST /api/saveImage",
        "POST /api/saveUserPreferences",
        "POST /api/user/saveUserPreferences",
        "GET /api/user/preferences",
        ...["GET", "POST", "DELETE"].flatMap((method) => [
          `${method} /api/user/watchList`,
          `${method} /api/user/searchHistory`,
        ]),
        "POST /api/user/watchlist/add",
        "DELETE /api/user/watchlist/remove",
        "PUT /api/user/watchlist/update",
        "GET /api/user/watchlist",
        "GET /api/user/profile",
        "POST /api/user/profile",
        "POST /api/user/updateProfile",
        "GET /api/user/export",
        "DELETE /api/user/account",
      ]),
    );
  });

  it("AUTH-S16 respond 401 without a session, whatever the body", async () => {
    const api = await startApi(database);
    for (const { method, path } of operations) {
      for (const body of method === "GET" ? [undefined] : [undefined, "{"]) {
        const response = await api.send(
          method,
          path,
          body,
          body === undefined ? {} : { "content-type": "application/json" },
        );
        expect({ method, path, status: response.status, body: response.body }).toEqual({
          method,
          path,
          status: 401,
          body: { error: "Unauthorized", status: 401 },
        });
        expect(response.headers.get("cache-control")).toBe("private, no-store");
      }
    }
  });

  it("respond with the documented 500 when the session cannot be verified", async () => {
    const api = await createSignedInClient(database);
    const { openDatabase } = await import("~db/client.server");
    const offline = await startApi({
      ...database,
      db: openDatabase("postgres://127.0.0.1:1/none").db,
    });
    offline.cookie = api.cookie;
    const response = await offline.send("GET", "/api/user/watchList");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error: "An internal server error occurred", status: 500 });
  });

  it("SESSION-S09 respond 401 immediately when the user is deleted", async () => {
    const api = await createSignedInClient(database);
    await db.delete(users).where(eq(users.id, api.userId));
    for (const path of ["/api/user/profile", "/api/user/watchList", "/api/user/searchHistory"])
      expect((await api.send("GET", path)).status).toBe(401);
  });
});

describe("API writes", () => {
  it.each([
    ["CSRF-S01", { origin: "https://evil.test" }],
    ["CSRF-S02", { origin: "null" }],
    ["CSRF-S03", { "sec-fetch-site": "cross-site" }],
    ["CSRF-S08", { origin: "https://evil.test", "x-forwarded-host": "evil.test" }],
  ])("%s is rejected with 403 from another site and changes nothing", async (_, headers) => {
    const api = await createSignedInClient(database);
    const before = (await api.send("GET", "/api/user/export")).body as {
      data: { account: unknown; profile: unknown; preferences: unknown };
    };
    for (const { method, path } of writes) {
      const response = await api.send(
        method,
        path,
        { enfasiscolor: "#ff0000", name: "Mallory", animeId: 1, type: "Watching", query: "x" },
        headers,
      );
      expect({ method, path, status: response.status }).toEqual({ method, path, status: 403 });
    }
    const after = (await api.send("GET", "/api/user/export")).body as typeof before;
    expect({ ...after.data, exported_at: null, sessions: null }).toEqual({
      ...before.data,
      exported_at: null,
      sessions: null,
    });
  });

  it("CSRF-S04 CSRF-S05 are allowed without an Origin and from the same origin", async () => {
    const api = await createSignedInClient(database);
    for (const headers of [{}, { origin: api.origin }] as Record<string, string>[]) {
      expect(
        (await api.send("POST", "/api/saveUserPreferences", { parentalControl: true }, headers))
          .status,
      ).toBe(200);
    }
  });

  it("CSRF-S06 reject JSON sent by a form as text/plain", async () => {
    const api = await createSignedInClient(database);
    const response = await api.send(
      "POST",
      "/api/saveUserPreferences",
      JSON.stringify({ parentalControl: false }),
      { "content-type": "text/plain" },
    );
    expect(response.status).toBe(415);
  });

  it("CSRF-S07 are not possible by GET", async () => {
    const api = await createSignedInClient(database);
    for (const { path } of writes) {
      const route = apiRoutes.all.find((endpoint) => endpoint.path === path);
      const response = await api.send(
        "GET",
        `${path}?animeId=1&type=Watching&query=x&parentalControl=false&id=1`,
      );
      if (route?.endpoint.methods.GET === undefined)
        expect({ path, status: response.status }).toEqual({ path, status: 405 });
    }
    expect((await api.send("GET", "/api/user/preferences")).body).toMatchObject({
      data: { parentalControl: true },
    });
    expect((await api.send("GET", "/api/user/searchHistory")).body).toEqual({
      success: true,
      data: [],
    });
  });

  it("CSRF-S09 allow no foreign origin by CORS", async () => {
    const api = await createSignedInClient(database);
    for (const [method, headers] of [
      ["OPTIONS", { origin: "https://evil.test", "access-control-request-method": "POST" }],
      ["GET", { origin: "https://evil.test" }],
    ] as const) {
      const response = await api.send(method, "/api/user/profile", undefined, headers);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("VALID-S11 VALID-S12 reject invalid bodies with a clear error", { tags: "rest" }, async () => {
    const api = await createSignedInClient(database);
    const posts = operations.filter(
      ({ method, path }) => method === "POST" && !path.endsWith("/import"),
    );
    for (const { path } of posts) {
      for (const [body, type, status] of [
        ["{", "application/json", 400],
        ["", "application/json", 400],
        ["[]", "application/json", 400],
        ["5", "application/json", 400],
        ["null", "application/json", 400],
        ["{}", "text/plain", 415],
        [`{"pad":"${"p".repeat(2 << 20)}"}`, "application/json", 413],
      ] as const) {
        const response = await api.send("POST", path, body, { "content-type": type });
        expect({ path, body: body.slice(0, 10), status: response.status }).toEqual({
          path,
          body: body.slice(0, 10),
          status,
        });
        expect(response.body).toMatchObject({ status, error: expect.any(String) as string });
      }
    }
  });
});

describe("two users", () => {
  it("AUTH-S17 AUTH-S18 cannot access each other's data by id", async () => {
    const faye = await createSignedInClient(database);
    const spike = await signUpClient(faye.origin);
    await faye.send("POST", "/api/user/searchHistory", { query: "mine" });
    const otherSession = {
      id: faye.userId,
      user_id: faye.userId,
      userId: faye.userId,
      email: "other@akari.test",
      created_at: "1970-01-01",
      password_hash: "x",
      role: "admin",
    };
    expect(
      (
        await spike.send("POST", "/api/saveUserPreferences", {
          ...otherSession,
          enfasiscolor: "#123456",
        })
      ).body,
    ).toMatchObject({ data: { user_id: spike.userId } });
    expect(
      (await spike.send("POST", "/api/user/searchHistory", { ...otherSession, query: "spike's" }))
        .status,
    ).toBe(200);
    const saved = await spike.send("POST", "/api/user/profile", {
      ...otherSession,
      name: "Spike",
      last_name: "Spiegel",
      gender: "male",
    });
    expect(saved.body).toMatchObject({
      data: { id: spike.userId, email: spike.credentials.email },
    });
    expect(JSON.stringify(saved.body)).not.toContain("admin");
    const fayes = (await faye.send("GET", "/api/user/searchHistory")).body as {
      data: { id: string; query: string }[];
    };
    expect(fayes.data.map((entry) => entry.query)).toEqual(["mine"]);
    await spike.send("DELETE", `/api/user/searchHistory?id=${fayes.data[0]?.id}`);
    await spike.send("DELETE", "/api/user/searchHistory");
    expect((await faye.send("GET", "/api/user/searchHistory")).body).toEqual(fayes);
    expect((await faye.send("GET", "/api/user/preferences")).body).toMatchObject({
      data: { enfasiscolor: "#0057E7" },
    });
    expect((await faye.send("GET", "/api/user/profile")).body).toMatchObject({
      data: { id: faye.userId, name: "Faye", last_name: null },
    });
  });
});
