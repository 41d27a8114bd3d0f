import { describe, expect, it } from "vitest";
import { mapLimited } from "~/concurrency/map-limited";
import { action as settings } from "~/routes/account/settings";
import { buildUser } from "../../factories/user";
import { apiRoutes } from "../../support/server/api-routes";
import { startApi } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { createTestContext, createTestServices } from "../../support/server/context";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const SIGN_IN = "/api/auth/signin";
const open = (environment: Record<string, string>) => startApi(database, environment);
const allowed = (responses: readonly { status: number }[]) =>
  responses.filter(({ status }) => status !== 429).length;
/** The server ends connections whose requests it does not get to in time. */
const MAX_CONCURRENT = 50;
/**
 * Concurrent sign-ins, each with its expected headers; an empty body is rejected without hashing,
 * but counts.
 */
const many = (
  client: Awaited<ReturnType<typeof open>>,
  times: number,
  headers: (index: number) => Record<string, string> = () => ({}),
) =>
  mapLimited(
    Array.from({ length: times }, (_, index) => index),
    MAX_CONCURRENT,
    (index) => client.send("POST", SIGN_IN, {}, headers(index)),
  );

describe("rate limits", () => {
  it("RATE-S01 RATE-S02 allow a hundred sign-ins, counting down, then reject with Retry-After", async () => {
    const client = await open({});
    for (let remaining = 99; remaining >= 0; remaining -= 1) {
      const response = await client.send("POST", SIGN_IN, {});
      expect([
        response.status,
        response.headers.get("x-ratelimit-limit"),
        response.headers.get("x-ratelimit-remaining"),
      ]).toEqual([400, "100", String(remaining)]);
      expect(Number(response.headers.get("x-ratelimit-reset"))).toBeGreaterThanOrEqual(1);
      expect(Number(response.headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(60);
    }
    const refused = await client.send("POST", SIGN_IN, {});
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect(refused.body).toMatchObject({ error: "Too many requests", retryAfter: wait });
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it("RATE-S04 RATE-S10 use the listing's error shape, and count endpoints separately", async () => {
    const client = await open({ RATE_LIMITS: "animesFull=1/60,signin=1/60" });
    await many(client, 2);
    expect((await client.send("POST", SIGN_IN, {})).status).toBe(429);
    expect((await client.send("GET", "/api/videoProxy")).status).toBe(400);
    expect((await client.send("GET", "/api/animes/full")).status).toBe(200);
    const refused = await client.send("GET", "/api/animes/full");
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: { message: "Too many requests", type: "rate_limit", statusCode: 429 },
    });
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("count nothing of endpoints that have none, which the video proxy still serves", async () => {
    const client = await open({ RATE_LIMITS: "videoProxy=1/60" });
    for (const path of ["/api/genres", "/api/studios", "/api/episodes", "/api/none"])
      expect((await client.send("GET", path)).headers.get("x-ratelimit-limit")).toBeNull();
    expect((await client.send("GET", "/api/videoProxy")).status).toBe(400);
    expect((await client.send("GET", "/api/videoProxy")).status).toBe(429);
  });

  it("RATE-S05 allow exactly a hundred of three hundred concurrent requests", async () => {
    expect(allowed(await many(await open({}), 300))).toBe(100);
  });

  it("RATE-S06 count by the connection's IP address, whatever the headers say", async () => {
    const forwarded = (index: number) => ({
      "x-forwarded-for": `198.51.${Math.floor(index / 250)}.${index % 250}`,
      forwarded: `for=198.51.100.${index % 250}`,
      "x-real-ip": `203.0.113.${index % 250}`,
    });
    expect(allowed(await many(await open({}), 300, forwarded))).toBe(100);
  });

  it("RATE-S07 count an IPv4-mapped IPv6 address as IPv4", async () => {
    const client = await open({ TRUSTED_PROXIES: "127.0.0.1", RATE_LIMITS: "signin=4/60" });
    expect(
      allowed(
        await many(client, 6, (index) => ({
          "x-forwarded-for": index % 2 === 0 ? "1.2.3.4" : "::ffff:1.2.3.4",
        })),
      ),
    ).toBe(4);
    expect((await client.send("POST", SIGN_IN, {}, { "x-forwarded-for": "1.2.3.5" })).status).toBe(
      400,
    );
  });

  it("RATE-S08 count a /64 as one client", async () => {
    const client = await open({ TRUSTED_PROXIES: "127.0.0.1" });
    expect(
      allowed(
        await many(client, 1_000, (index) => ({
          "x-forwarded-for": `2001:db8:1:2:${index.toString(16)}::${(index * 7).toString(16)}`,
        })),
      ),
    ).toBe(100);
    expect(
      (await client.send("POST", SIGN_IN, {}, { "x-forwarded-for": "2001:db8:1:3::1" })).status,
    ).toBe(400);
  });

  it("RATE-S11 fail closed, with the documented error, when the counter fails", async () => {
    const services = createTestServices({}, database);
    services.shared.limiters.signin = {
      consume() {
        throw new Error("the counter is broken");
      },
    };
    const response = await apiRoutes.respond(SIGN_IN, {
      request: new Request(`http://akari.test${SIGN_IN}`, { method: "POST", body: "{}" }),
      context: createTestContext(services),
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: "Internal server error" });
  });

  it("count new tokens and changes of the email address together", async () => {
    const limit = { RATE_LIMITS: "passwordChange=2/60" };
    const client = await createSignedInClient(database, limit);
    const token = { name: "My program", scopes: ["list:read"] };
    const create = () => client.send("POST", "/api/user/tokens", token);
    const { email } = buildUser();
    expect((await create()).status).toBe(200);
    expect((await client.send("POST", "/api/user/email", { email })).status).toBe(200);
    expect((await create()).status).toBe(429);
  });

  it.each<Record<string, string>>([
    { intent: "email", email: "not an address" },
    { intent: "password", currentPassword: "Wr0ng!pass", newPassword: "N3w-Pass!word" },
    { intent: "create-token", name: "" },
  ])("hold for the form $intent of the settings, which says how long", async (fields) => {
    const client = await createSignedInClient(database);
    const callPage = createPageCaller(database, { RATE_LIMITS: "passwordChange=1/60" });
    const submit = () =>
      callPage(settings, "/settings", {
        init: {
          method: "POST",
          body: new URLSearchParams(fields),
          headers: { cookie: client.cookie },
        },
      });
    expect(await submit()).toMatchObject({ init: { status: 400 } });
    expect(await submit()).toMatchObject({
      init: { status: 429 },
      data: { failure: { message: expect.stringContaining("Too many attempts.") as string } },
    });
  });

  it("RATE-S12 come before the session check: 401s count, and 429 wins over 401", async () => {
    const client = await open({ RATE_LIMITS: "accountDeletion=2/60" });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await client.send("DELETE", "/api/user/account")).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});
