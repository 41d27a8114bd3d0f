import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { credentials, profiles, sessions, users } from "~db/schema";
import { person } from "../../factories/person";
import { apiClient, clientOf } from "../../support/server/api-client";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const manyRequests = { RATE_LIMITS: "signup=100000/60,signin=100000/60" };
const open = () => apiClient(database, manyRequests);
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie().join("\n");

describe("sign-up", () => {
  it("AUTH-S01 creates the account with its profile, signs it in and answers with both", async () => {
    const api = await open();
    const faye = person();
    const answer = await api.send("POST", "/api/auth/signup", faye);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
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
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(cookieOf(answer)).toMatch(/^akari=[^;]+;.*Path=\/;.*HttpOnly; SameSite=Lax$/);
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

  it("takes the choices that the visitor has made before into the account", async () => {
    const api = await open();
    const cookie =
      "akari_visitor=theme=light~title_language=english~locale=es~parental_control=false~accent=#ff8800~track_search_history=false";
    expect((await api.send("POST", "/api/auth/signup", person(), { cookie })).status).toBe(200);
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
    "AUTH-S02 AUTH-S03 AUTH-S04 answers a password of %s (%s) with %i",
    async (_, password, status) => {
      const answer = await (await open()).send("POST", "/api/auth/signup", person({ password }));
      expect(answer.status).toBe(status);
      if (status === 400)
        expect(answer.body).toMatchObject({ status: 400, issues: [{ path: "password" }] });
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
  ])("%s refuses a wrong %s and names it", async (_, path, wrong) => {
    const answer = await (await open()).send("POST", "/api/auth/signup", person(wrong));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path }] });
  });

  it("names every missing field at once", async () => {
    const answer = await (await open()).send("POST", "/api/auth/signup", {});
    expect(
      (answer.body as { issues: { path: string }[] }).issues.map(({ path }) => path).sort(),
    ).toEqual(["email", "password", "username"]);
  });

  it("AUTH-S05 accepts a user name of three characters, also under the metadata's name", async () => {
    const { username: _, ...rest } = person();
    expect(
      (await (await open()).send("POST", "/api/auth/signup", { ...rest, user_name: "abc" })).status,
    ).toBe(200);
  });

  it("AUTH-S07 AUTH-S08 refuses an address that has an account, in any casing, and leaves it alone", async () => {
    const api = await open();
    const faye = person();
    await api.send("POST", "/api/auth/signup", faye);
    const again = await clientOf(api.origin).send("POST", "/api/auth/signup", {
      ...faye,
      email: ` ${faye.email.toUpperCase()} `,
      password: "Other-9!x",
    });
    expect(again.status).toBe(409);
    expect((await clientOf(api.origin).send("POST", "/api/auth/signin", faye)).status).toBe(200);
  });

  it("AUTH-S09 makes exactly one account of fifty simultaneous sign-ups", async () => {
    const api = await open();
    const faye = person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => clientOf(api.origin).send("POST", "/api/auth/signup", faye)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
    expect(await db.select().from(users).where(eq(users.email, faye.email))).toHaveLength(1);
  });

  it("AUTH-S14 stores bcrypt, and shows neither hash nor password", async () => {
    const api = await open();
    const faye = person();
    const answer = await api.send("POST", "/api/auth/signup", faye);
    const [row] = await db
      .select({ hash: credentials.passwordHash })
      .from(credentials)
      .innerJoin(users, eq(users.id, credentials.userId))
      .where(eq(users.email, faye.email));
    expect(row?.hash).toMatch(/^\$2b\$10\$/);
    expect(JSON.stringify(answer.body)).not.toContain("$2b$");
    expect(JSON.stringify(answer.body)).not.toContain(faye.password);
  });

  it("AUTH-S18 takes nothing but its own fields", async () => {
    const api = await open();
    const id = "00000000-0000-4000-8000-000000000000";
    const answer = await api.send("POST", "/api/auth/signup", {
      ...person(),
      id,
      user_id: id,
      password_hash: "x",
      created_at: "1970-01-01",
    });
    expect((answer.body as { data: { user: { id: string } } }).data.user.id).not.toBe(id);
  });

  it.each(["b", "=_part:1", "----WebKitFormBoundary0123456789abcdef"])(
    "reads a form of parts between any boundary of RFC 2046: %s",
    async (boundary) => {
      const fields = { ...person(), username: "Fäye 猫" };
      const parts = Object.entries(fields).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const api = await open();
      const answer = await api.send(
        "POST",
        "/api/auth/signup",
        `${parts.join("")}--${boundary}--\r\n`,
        { "content-type": `multipart/form-data; boundary="${boundary}"` },
      );
      expect(answer.status).toBe(302);
      expect((await api.send("GET", "/api/auth/session")).body).toMatchObject({
        data: { email: fields.email, name: "Fäye 猫" },
      });
    },
  );

  it("works as a browser's form and goes on to the next step", async () => {
    const answer = await (
      await open()
    ).send("POST", "/api/auth/signup", new URLSearchParams(person()));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/signup/profile");
    expect(cookieOf(answer)).toContain("akari=");
  });
});

describe("sign-in", () => {
  it("AUTH-S10 answers a wrong password and an unknown address with the same 401", async () => {
    const api = await open();
    const faye = person();
    await api.send("POST", "/api/auth/signup", faye);
    const wrong = await clientOf(api.origin).send("POST", "/api/auth/signin", {
      ...faye,
      password: "Wrong-1!x",
    });
    const unknown = await clientOf(api.origin).send("POST", "/api/auth/signin", person());
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
  ])("sends a form on to %s", async (_, returnTo, location) => {
    const api = await open();
    const faye = person();
    await api.send("POST", "/api/auth/signup", faye);
    const answer = await clientOf(api.origin).send(
      "POST",
      "/api/auth/signin",
      new URLSearchParams({ ...faye, ...(returnTo === undefined ? {} : { returnTo }) }),
    );
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(location);
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
      "a password of a megabyte",
      JSON.stringify({ email: "x@y.test", password: "p".repeat(1 << 20) }),
      "application/json",
      413,
    ],
  ])(
    "AUTH-S12 AUTH-S13 VALID-S11 CSRF-S06 answers %s with a clear refusal",
    async (_, body, type, status) => {
      const answer = await (
        await open()
      ).send("POST", "/api/auth/signin", body, { "content-type": type });
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ status, error: expect.any(String) as string });
    },
  );

  it("RATE-S01 RATE-S02 counts down and refuses the request past the limit", async () => {
    const api = await apiClient(database, { RATE_LIMITS: "signin=2/60" });
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

  it("CSRF-S10 refuses a sign-in that another site makes the browser send", async () => {
    const answer = await (
      await open()
    ).send("POST", "/api/auth/signin", new URLSearchParams(person()), {
      origin: "https://evil.test",
    });
    expect(answer.status).toBe(403);
  });
});

describe("a session", () => {
  it("SESSION-S03 gets a fresh id at every sign-in, and the one before ends", async () => {
    const api = await open();
    const faye = person();
    await api.send("POST", "/api/auth/signup", faye);
    const before = api.cookie;
    await api.send("POST", "/api/auth/signin", faye);
    expect(api.cookie).not.toBe(before);
    const old = clientOf(api.origin);
    old.cookie = before;
    expect((await old.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
  });

  it("SESSION-S05 SESSION-S06 ends on the server at sign-out, and signing out twice is fine", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", person());
    const cookie = api.cookie;
    const out = await api.send("POST", "/api/auth/signout");
    expect(out.status).toBe(200);
    expect(cookieOf(out)).toMatch(/^akari=;.*Expires=Thu, 01 Jan 1970/);
    api.cookie = cookie;
    expect((await api.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
    expect((await api.send("POST", "/api/auth/signout")).status).toBe(200);
  });

  it("SESSION-S01 is a __Host- cookie over HTTPS", async () => {
    const api = await apiClient(database, { ...manyRequests, PUBLIC_URL: "https://akari.test" });
    const answer = await api.send("POST", "/api/auth/signup", person());
    expect(cookieOf(answer)).toMatch(
      /^__Host-akari=[^;]+;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookieOf(answer)).not.toContain("Domain");
  });

  it("SESSION-S08 does not survive a change of any byte of the cookie", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", person());
    const [name = "", value = ""] = api.cookie.split("=");
    for (let index = 0; index < value.length; index += 1) {
      const changed =
        value.slice(0, index) + (value[index] === "A" ? "B" : "A") + value.slice(index + 1);
      const thief = clientOf(api.origin);
      thief.cookie = `${name}=${changed}`;
      const answer = await thief.send("GET", "/api/auth/session");
      expect(answer.status).toBe(200);
      expect({ index, body: answer.body }).toEqual({ index, body: { success: true, data: null } });
    }
  });

  it("SESSION-S07 is over when its time is", async () => {
    const api = await open();
    const faye = person();
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

  it("slides: use after an hour extends it and renews the cookie, use before that writes nothing", async () => {
    const api = await open();
    const signedUp = await api.send("POST", "/api/auth/signup", person());
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

  it("accepts cookies of an older secret while the newest signs", async () => {
    const old = await apiClient(database, {
      ...manyRequests,
      SESSION_SECRET: "the old secret of tests",
    });
    await old.send("POST", "/api/auth/signup", person());
    const rotated = await apiClient(database, {
      ...manyRequests,
      SESSION_SECRET: "the new secret of tests,the old secret of tests",
    });
    rotated.cookie = old.cookie;
    expect((await rotated.send("GET", "/api/auth/session")).body).not.toEqual({
      success: true,
      data: null,
    });
    const dropped = await apiClient(database, {
      ...manyRequests,
      SESSION_SECRET: "the new secret of tests",
    });
    dropped.cookie = old.cookie;
    expect((await dropped.send("GET", "/api/auth/session")).body).toEqual({
      success: true,
      data: null,
    });
  });

  it("DB-S10 is neither lost nor denied when the database is away: 500 with the documented words", async () => {
    const api = await open();
    await api.send("POST", "/api/auth/signup", person());
    const away = await apiClient(
      {
        ...database,
        db: (await import("~db/client.server")).openDatabase("postgres://127.0.0.1:1/none").db,
      },
      manyRequests,
    );
    away.cookie = api.cookie;
    const answer = await away.send("GET", "/api/auth/session");
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: "An internal server error occurred", status: 500 });
    expect(cookieOf(answer)).toBe("");
  });
});
