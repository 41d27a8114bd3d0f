import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import { credentials, profiles, sessions, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { startApi, createApiClient } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";
import { signUpClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const manyRequests = { RATE_LIMITS: "signup=100000/60,signin=100000/60" };
const open = () => startApi(database, manyRequests);
const cookieOf = (response: { headers: Headers }) => response.headers.getSetCookie().join("\n");

describe("sign-up", () => {
  it("AUTH-S01 creates the account and profile, signs in and responds with both", async () => {
    const api = await open();
    const faye = buildUser();
    const response = await api.send("POST", "/api/auth/signup", faye);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      success: true,
      data: {
        user: {
          id: expect.any(String) as string,
          email: faye.email,
          name: "Faye",
          user_name: "Faye",
          avatar_url: null,
        },
        session: { expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string },
      },
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(cookieOf(response)).toMatch(/^akari=[^;]+;.*Path=\/;.*HttpOnly; SameSite=Lax$/);
    expect((await api.send("GET", "/api/auth/session")).body).toMatchObject({
      data: {
        email: faye.email,
        preferences: { enfasiscolor: "#0057E7", parentalControl: true, trackSearchHistory: true },
      },
    });
    const [account] = await db
      .select()
      .from(users)
      .innerJoin(profiles, eq(profiles.userId, users.id))
      .where(eq(users.email, faye.email));
    expect(account?.profiles.name).toBe("Faye");
  });

  it("copies the visitor's settings into the account", async () => {
    const api = await open();
    const cookie =
      "akari_visitor=theme=light~title_language=english~locale=es~parental_control=false~accent=#ff8800~track_search_history=false";
    expect((await api.send("POST", "/api/auth/signup", buildUser(), { cookie })).status).toBe(200);
    expect((await api.send("GET", "/api/auth/session")).body).toMatchObject({
      data: {
        preferences: { enfasiscolor: "#ff8800", parentalControl: false, trackSearchHistory: false },
      },
    });
    expect((await api.send("GET", "/api/user/sitePreferences")).body).toMatchObject({
      data: { theme: "light", titleLanguage: "english", locale: "es" },
    });
  });

  it.each([
    ["5 characters", "Ab1!x", 400],
    ["6 characters", "Abc1!x", 200],
    ["20 characters", "Abcdefgh1!Abcdefgh1!", 200],
    ["21 characters", "Abcdefgh1!Abcdefgh1!x", 400],
    ["no lowercase letter", "ABC123!X", 400],
    ["no uppercase letter", "abc123!x", 400],
    ["no digit", "Abcdef!x", 400],
    ["no symbol of the list", "Abcdef1x?", 400],
    ["a common one, which the specification allows", "Password1!", 200],
    ["more bytes than bcrypt reads", `Ab1!${"😀".repeat(16)}X`, 400],
  ])(
    "AUTH-S02 AUTH-S03 AUTH-S04 responds to a password of %s (%s) with %i",
    async (_, password, status) => {
      const response = await (
        await open()
      ).send("POST", "/api/auth/signup", buildUser({ password }));
      expect(response.status).toBe(status);
      if (status === 400)
        expect(response.body).toMatchObject({ status: 400, issues: [{ path: "password" }] });
    },
  );

  it.each([
    ["AUTH-S05", "username", { username: "ab" }],
    ["AUTH-S06", "email", { email: "a b@c.d" }],
    ["AUTH-S06", "email", { email: "no-at" }],
    ["AUTH-S06", "email", { email: "a@" }],
    ["AUTH-S06", "email", { email: "@x.y" }],
    ["VALID-S08", "email", { email: "a\u0000@x.test" }],
    ["VALID-S08", "username", { username: "ab\u0000c" }],
  ])("%s rejects an invalid %s by name", async (_, path, wrong) => {
    const response = await (await open()).send("POST", "/api/auth/signup", buildUser(wrong));
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ issues: [{ path }] });
  });

  it("names all missing fields at once", async () => {
    const response = await (await open()).send("POST", "/api/auth/signup", {});
    expect(
      (response.body as { issues: { path: string }[] }).issues.map(({ path }) => path).sort(),
    ).toEqual(["email", "password", "username"]);
  });

  it("AUTH-S05 accepts a user name of three characters, also in the metadata", async () => {
    const { username: _, ...rest } = buildUser();
    expect(
      (await (await open()).send("POST", "/api/auth/signup", { ...rest, user_name: "abc" })).status,
    ).toBe(200);
  });

  it("AUTH-S07 AUTH-S08 rejects an existing email address in any case, without changes", async () => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const repeated = await createApiClient(api.origin).send("POST", "/api/auth/signup", {
      ...faye,
      email: ` ${faye.email.toUpperCase()} `,
      password: "Other-9!x",
    });
    expect(repeated.status).toBe(409);
    expect((await createApiClient(api.origin).send("POST", "/api/auth/signin", faye)).status).toBe(
      200,
    );
  });

  it("AUTH-S09 creates exactly one account from fifty concurrent sign-ups", async () => {
    const api = await open();
    const faye = buildUser();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        createApiClient(api.origin).send("POST", "/api/auth/signup", faye),
      ),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(49);
    expect(await db.select().from(users).where(eq(users.email, faye.email))).toHaveLength(1);
  });

  it("AUTH-S14 stores a bcrypt hash, and exposes neither hash nor password", async () => {
    const api = await startApi(database, { ...manyRequests, BCRYPT_COST: "10" });
    const faye = buildUser();
    const response = await api.send("POST", "/api/auth/signup", faye);
    const [row] = await db
      .select({ hash: credentials.passwordHash })
      .from(credentials)
      .innerJoin(users, eq(users.id, credentials.userId))
      .where(eq(users.email, faye.email));
    expect(row?.hash).toMatch(/^\$2b\$10\$/);
    expect(JSON.stringify(response.body)).not.toContain("$2b$");
    expect(JSON.stringify(response.body)).not.toContain(faye.password);
  });

  it("AUTH-S18 ignores unknown fields", async () => {
    const api = await open();
    const id = "00000000-0000-4000-8000-000000000000";
    const response = await api.send("POST", "/api/auth/signup", {
      ...buildUser(),
      id,
      user_id: id,
      password_hash: "x",
      created_at: "1970-01-01",
    });
    expect((response.body as { data: { user: { id: string } } }).data.user.id).not.toBe(id);
  });

  it.each(["b", "=_part:1", "----WebKitFormBoundary0123456789abcdef"])(
    "parses multipart forms with any boundary of RFC 2046: %s",
    async (boundary) => {
      const fields = { ...buildUser(), username: "Fäye 猫" };
      const parts = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const api = await open();
      const response = await api.send(
        "POST",
        "/api/auth/signup",
        `${parts.join("")}--${boundary}--\r\n`,
        { "content-type": `multipart/form-data; boundary="${boundary}"` },
      );
      expect(response.status).toBe(302);
      expect((await api.send("GET", "/api/auth/session")).body).toMatchObject({
        data: { email: fields.email, name: "Fäye 猫" },
      });
    },
  );

  it("works as a plain form and redirects to the next step", async () => {
    const response = await (
      await open()
    ).send("POST", "/api/auth/signup", new URLSearchParams(buildUser()));
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/signup/profile");
    expect(cookieOf(response)).toContain("akari=");
  });
});

describe("sign-in", () => {
  it("AUTH-S10 responds to a wrong password and an unknown address with the same 401", async () => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const wrong = await createApiClient(api.origin).send("POST", "/api/auth/signin", {
      ...faye,
      password: "Wrong-1!x",
    });
    const unknown = await createApiClient(api.origin).send("POST", "/api/auth/signin", buildUser());
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body).toEqual({ error: "Invalid email or password", status: 401 });
    expect(unknown.body).toEqual(wrong.body);
    expect(cookieOf(wrong)).toBe("");
  });

  it.each([
    ["the homepage", undefined, "/"],
    ["where the person was", "/list?type=Watching", "/list?type=Watching"],
    ["the homepage instead of another site", "//evil.test", "/"],
  ])("redirects a form to %s", async (_, returnTo, location) => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const response = await createApiClient(api.origin).send(
      "POST",
      "/api/auth/signin",
      new URLSearchParams({ ...faye, ...(returnTo === undefined ? {} : { returnTo }) }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(location);
  });

  it("refuses a form with a password too short for new ones by no list of rules", async () => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const wrong = await createApiClient(api.origin).send(
      "POST",
      "/api/auth/signin",
      new URLSearchParams({ ...faye, password: "abc" }),
    );
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain("Wrong email address, user name or password.");
    expect(JSON.stringify(wrong.body)).not.toMatch(/characters|uppercase/);
  });

  it.each([
    ["malformed JSON", "{", "application/json", 400],
    ["an empty body", "", "application/json", 400],
    ["an array", "[]", "application/json", 400],
    ["a number", "5", "application/json", 400],
    ["null", "null", "application/json", 400],
    ["JSON as text", "{}", "text/plain", 415],
    [
      "SQL in the password",
      JSON.stringify({ email: "x@y.test", password: "' OR 1=1--" }),
      "application/json",
      401,
    ],
    [
      "SQL in the address",
      JSON.stringify({ email: "x' OR '1'='1", password: "Abc1!x" }),
      "application/json",
      400,
    ],
    [
      "a body just over the limit",
      JSON.stringify({ email: "x@y.test", password: "Abc1!x", pad: "p".repeat(64 * 1024) }),
      "application/json",
      413,
    ],
    [
      "a body under the limit",
      JSON.stringify({ email: "x@y.test", password: "Abc1!x", pad: "p".repeat(60 * 1024) }),
      "application/json",
      401,
    ],
    [
      "an email address of a megabyte",
      JSON.stringify({ email: `${"x".repeat(1 << 20)}@y.test`, password: "Abc1!x" }),
      "application/json",
      413,
    ],
    [
      "an email address of 255 characters",
      JSON.stringify({ email: `${"x".repeat(248)}@y.test`, password: "Abc1!x" }),
      "application/json",
      400,
    ],
    [
      "a password of a megabyte",
      JSON.stringify({ email: "x@y.test", password: "p".repeat(1 << 20) }),
      "application/json",
      413,
    ],
  ])(
    "AUTH-S12 AUTH-S13 VALID-S11 CSRF-S06 rejects %s with a clear error",
    async (_, body, type, status) => {
      const response = await (
        await open()
      ).send("POST", "/api/auth/signin", body, { "content-type": type });
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ status, error: expect.any(String) as string });
    },
  );

  it("RATE-S01 RATE-S02 counts down and rejects requests above the limit", async () => {
    const api = await startApi(database, { RATE_LIMITS: "signin=2/60" });
    const attempt = () => api.send("POST", "/api/auth/signin", {});
    expect((await attempt()).headers.get("x-ratelimit-remaining")).toBe("1");
    await attempt();
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      error: "Too many requests",
      retryAfter: Number(refused.headers.get("retry-after")),
    });
    expect((await api.send("POST", "/api/auth/signup", {})).status).toBe(400);
  });

  it("CSRF-S10 rejects a cross-site sign-in", async () => {
    const response = await (
      await open()
    ).send("POST", "/api/auth/signin", new URLSearchParams(buildUser()), {
      origin: "https://evil.test",
    });
    expect(response.status).toBe(403);
  });
});

describe("a session", () => {
  it("SESSION-S03 gets a new id at every sign-in, ending the previous one", async () => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const before = api.cookie;
    await api.send("POST", "/api/auth/signin", faye);
    expect(api.cookie).not.toBe(before);
    const old = createApiClient(api.origin);
    old.cookie = before;
    expect((await old.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
  });

  it("SESSION-S04 gets a new id when another account is created in the same browser", async () => {
    const api = await open();
    const faye = buildUser();
    await api.send("POST", "/api/auth/signup", faye);
    const before = api.cookie;
    const spike = buildUser();
    await api.send("POST", "/api/auth/signup", spike);
    expect((await api.send("GET", "/api/auth/session")).body).toMatchObject({
      data: { email: spike.email },
    });
    const old = createApiClient(api.origin);
    old.cookie = before;
    expect((await old.send("GET", "/api/user/profile")).status).toBe(401);
  });

  it("SESSION-S05 SESSION-S06 ends on the server at sign-out, which is idempotent", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", buildUser());
    const cookie = api.cookie;
    const out = await api.send("POST", "/api/auth/signout");
    expect(out.status).toBe(200);
    expect(cookieOf(out)).toMatch(
      /^akari=;.*Path=\/; Expires=Thu, 01 Jan 1970.*HttpOnly; SameSite=Lax$/,
    );
    api.cookie = cookie;
    for (const path of ["/api/user/profile", "/api/user/watchList", "/api/user/searchHistory"])
      expect((await api.send("GET", path)).status).toBe(401);
    expect((await api.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
    expect((await api.send("POST", "/api/auth/signout")).status).toBe(200);
  });

  it("SESSION-S01 is a __Host- cookie over HTTPS", async () => {
    const api = await startApi(database, { ...manyRequests, PUBLIC_URL: "https://akari.test" });
    const response = await api.send("POST", "/api/auth/signup", buildUser());
    expect(cookieOf(response)).toMatch(
      /^__Host-akari=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookieOf(response)).not.toContain("Domain");
  });

  it("SESSION-S08 is invalid when any byte of the cookie changes", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", buildUser());
    const [name = "", value = ""] = api.cookie.split("=");
    for (let index = 0; index < value.length; index += 1) {
      const changed =
        value.slice(0, index) + (value[index] === "A" ? "B" : "A") + value.slice(index + 1);
      const thief = createApiClient(api.origin);
      thief.cookie = `${name}=${changed}`;
      const response = await thief.send("GET", "/api/auth/session");
      expect(response.status).toBe(200);
      expect({ index, body: response.body }).toEqual({
        index,
        body: { success: true, data: null },
      });
    }
  });

  it("SESSION-S07 expires", async () => {
    const api = await open();
    const faye = buildUser();
    const signedUp = await api.send("POST", "/api/auth/signup", faye);
    const { id } = (signedUp.body as { data: { user: { id: string } } }).data.user;
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, id));
    expect((await api.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
  });

  it("slides: use after an hour extends it and renews the cookie, earlier use writes nothing", async () => {
    const api = await open();
    const signedUp = await api.send("POST", "/api/auth/signup", buildUser());
    const { id } = (signedUp.body as { data: { user: { id: string } } }).data.user;
    expect(cookieOf(await api.send("GET", "/api/auth/session"))).toBe("");
    await db
      .update(sessions)
      .set({
        lastUsedAt: new Date(Date.now() - 61 * 60_000),
        expiresAt: new Date(Date.now() + 60_000),
      })
      .where(eq(sessions.userId, id));
    expect(cookieOf(await api.send("GET", "/api/auth/session"))).toContain("akari=");
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, id));
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000);
  });

  it("SESSION-S07 ends a week after its last use, also when the clock was ahead at sign-in", async () => {
    const api = await open();
    const inAYear = Date.now() + 365 * 24 * 3_600_000;
    const ahead = { lastUsedAt: new Date(inAYear), expiresAt: new Date(inAYear + 1) };
    const expiryOf = async (userId: string) =>
      (await db.select().from(sessions).where(eq(sessions.userId, userId)))[0]?.expiresAt.getTime();
    const aWeekFromNow = () => Date.now() + 7 * 24 * 3_600_000 + 60_000;

    const used = await signUpClient(api.origin);
    await db.update(sessions).set(ahead).where(eq(sessions.userId, used.userId));
    expect((await used.send("GET", "/api/user/profile")).status).toBe(200);
    expect(await expiryOf(used.userId)).toBeLessThan(aWeekFromNow());

    const unused = await signUpClient(api.origin);
    await db.update(sessions).set(ahead).where(eq(sessions.userId, unused.userId));
    await deleteExpiredSessions(db);
    expect(await expiryOf(unused.userId)).toBeLessThan(aWeekFromNow());
    expect((await unused.send("GET", "/api/user/profile")).status).toBe(200);
  });

  it("accepts cookies signed with a rotated secret", async () => {
    const old = await startApi(database, {
      ...manyRequests,
      SESSION_SECRET: "the old secret of tests",
    });
    await old.send("POST", "/api/auth/signup", buildUser());
    const rotated = await startApi(database, {
      ...manyRequests,
      SESSION_SECRET: "the new secret of tests,the old secret of tests",
    });
    rotated.cookie = old.cookie;
    expect((await rotated.send("GET", "/api/auth/session")).body).not.toEqual({
      success: true,
      data: null,
    });
    const dropped = await startApi(database, {
      ...manyRequests,
      SESSION_SECRET: "the new secret of tests",
    });
    dropped.cookie = old.cookie;
    expect((await dropped.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
  });

  it("DB-S10 is not lost while the database is away: the response is the documented 500", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", buildUser());
    const offline = await startApi(
      {
        ...database,
        db: (await import("~db/client.server")).openDatabase("postgres://127.0.0.1:1/none").db,
      },
      manyRequests,
    );
    offline.cookie = api.cookie;
    const response = await offline.send("GET", "/api/auth/session");
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error: "An internal server error occurred", status: 500 });
    expect(cookieOf(response)).toBe("");
  });
});
