import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createGuardedServiceFetch } from "~/outbound/guarded-service-fetch.server";
import { createRateLimiter } from "~/providers/service-client/rate-limiter";
import { createServiceClient } from "~/providers/service-client/service-client.server";
import { ServiceError } from "~/providers/service-client/service-error";
import { startFakeService, type FakeService } from "../fakes/json-service";
import { createTestOutbound } from "../support/media/outbound";

const SAVED = { saved: 5 };
const savedSchema = z.object({ saved: z.int() });

let fake: FakeService;
beforeAll(async () => {
  fake = await startFakeService(SAVED);
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { body: SAVED, faults: [], calls: [], requests: [] });
  fake.onRequest = () => undefined;
});

interface Setup {
  /** Whether the operator allows the fake's private address. */
  isAllowed?: boolean;
  timeoutMs?: number;
  limit?: { requests: number; windowMs: number };
  baseUrl?: URL;
}

/** Time passes only while it waits. */
function guarded({
  isAllowed = true,
  timeoutMs = 10_000,
  limit = { requests: 100, windowMs: 1 },
  baseUrl = fake.baseUrl,
}: Setup = {}) {
  const clock = { ms: 0 };
  const sentAt: number[] = [];
  const remaining: (string | null)[] = [];
  fake.onRequest = () => sentAt.push(clock.ms);
  const time = {
    now: () => clock.ms,
    sleep(milliseconds: number) {
      clock.ms += milliseconds;
      return Promise.resolve();
    },
  };
  const waitForSlot = createRateLimiter([limit], time);
  const slots: number[] = [];
  const outbound = createTestOutbound(isAllowed ? [{ host: fake.baseUrl.host }] : []);
  const client = createServiceClient({
    service: "MyList",
    userAgent: "Akari sync",
    baseUrl,
    fetch: createGuardedServiceFetch(outbound, {
      timeoutMs,
      maxBytes: 100_000,
      responseHeaders: ["x-ratelimit-remaining"],
    }),
    jsonLimits: { maxDepth: 8, maxValues: 1_000 },
    async waitForSlot(signal) {
      await waitForSlot(signal);
      slots.push(clock.ms);
    },
    clock: time,
    random: () => 0,
    onResponse: (headers) => remaining.push(headers.get("x-ratelimit-remaining")),
  });
  const save = (maxAttempts = 3, signal?: AbortSignal) =>
    client.send({
      method: "PATCH",
      path: "entries/5",
      json: { score: 7 },
      token: "secret",
      headers: { "idempotency-key": "run-1" },
      schema: savedSchema,
      maxAttempts,
      signal,
    });
  return { client, save, sentAt, slots, remaining };
}

const failureOf = async (work: Promise<unknown>) => {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ServiceError);
  expect(String(failure)).not.toContain("secret");
  return failure;
};

describe("a client of a service's API behind the guard", () => {
  it("sends method, JSON, token and headers of its own, and reads the service's limit", async () => {
    fake.faults = [{ status: 201, body: SAVED, headers: { "x-ratelimit-remaining": "12" } }];
    const { save, remaining } = guarded();
    expect(await save()).toEqual(SAVED);
    expect(fake.calls).toMatchObject([
      {
        method: "PATCH",
        path: "/api/entries/5",
        body: '{"score":7}',
        headers: {
          accept: "application/json",
          authorization: "Bearer secret",
          "content-type": "application/json",
          "content-length": "11",
          "idempotency-key": "run-1",
          "user-agent": "Akari sync",
        },
      },
    ]);
    expect(remaining).toEqual(["12"]);
  });

  it("sends a form, and reads a response without content as null", async () => {
    fake.faults = [{ status: 204 }];
    const form = new URLSearchParams({ name: "Cowboy & Bebop" });
    const call = { method: "POST", path: "hooks", form, schema: z.null(), maxAttempts: 1 } as const;
    expect(await guarded().client.send(call)).toBeNull();
    expect(fake.calls[0]).toMatchObject({
      method: "POST",
      body: "name=Cowboy+%26+Bebop",
      headers: { "content-type": expect.stringContaining("x-www-form-urlencoded") as unknown },
    });
  });

  it("reaches no private address, and does not try again", async () => {
    const { save } = guarded({ isAllowed: false });
    expect(await failureOf(save())).toMatchObject({
      kind: "refused",
      message: expect.stringContaining("MyList may not be called: ") as unknown,
    });
    expect(fake.calls).toEqual([]);
  });

  it.each([301, 302, 307, 308])("follows no redirect: %d", async (status) => {
    const headers = { location: `${fake.baseUrl.origin}/elsewhere` };
    fake.faults = [{ status, headers }];
    const { client } = guarded();
    const call = { path: "entries/5", token: "secret", schema: savedSchema, maxAttempts: 3 };
    expect(await failureOf(client.send({ method: "GET", ...call }))).toMatchObject({
      kind: "refused",
    });
    fake.faults = [{ status, headers }];
    expect(await failureOf(client.send({ method: "POST", ...call }))).toMatchObject({
      kind: "refused",
    });
    expect(fake.requests).toEqual(["/api/entries/5", "/api/entries/5"]);
  });

  it("gives up at once on a response that is too large, or too deep", async () => {
    fake.faults = ["huge"];
    expect(await failureOf(guarded().save())).toMatchObject({ kind: "invalid-response" });
    fake.body = JSON.parse("[".repeat(9) + "]".repeat(9)) as unknown;
    expect(await failureOf(guarded().save())).toMatchObject({
      kind: "invalid-response",
      message: expect.stringContaining("JSON exceeds max") as unknown,
    });
    expect(fake.calls).toHaveLength(2);
  });

  it.each([
    ["with Retry-After", { "retry-after": "17" }, 17_000],
    ["without one", {}, 0],
  ])("asks again after a 429 %s", async (_, headers, wait) => {
    fake.faults = [{ status: 429, headers }];
    const { save, sentAt } = guarded();
    expect(await save()).toEqual(SAVED);
    expect(sentAt).toEqual([0, wait]);
  });

  it("asks again after a response is cut off, and after none comes in time", async () => {
    fake.faults = ["cut-off", "silent"];
    const { save } = guarded({ timeoutMs: 200 });
    expect(await save()).toEqual(SAVED);
    expect(fake.calls).toHaveLength(3);
  });

  it("says that it was not reached when nothing listens", async () => {
    const gone = await startFakeService(null);
    await gone.close();
    const outbound = createTestOutbound([{ host: gone.baseUrl.host }]);
    const fetch = createGuardedServiceFetch(outbound, { timeoutMs: 10_000, maxBytes: 1 });
    await expect(fetch(gone.baseUrl)).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("stops when aborted while the service is silent", async () => {
    fake.faults = ["silent"];
    const stopping = new AbortController();
    const { save } = guarded();
    fake.onRequest = () => stopping.abort(new Error("enough"));
    await expect(save(3, stopping.signal)).rejects.toThrow("enough");
    expect(fake.requests).toHaveLength(1);
  });

  it("keeps the pace with ten callers at once", async () => {
    const { save, slots } = guarded({ limit: { requests: 3, windowMs: 1_000 } });
    fake.faults = [null, { status: 429 }];
    await Promise.all(Array.from({ length: 10 }, () => save()));
    expect(fake.calls).toHaveLength(11);
    const seconds = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3];
    expect(slots).toEqual(seconds.map((second) => second * 1_000));
  });

  it("fails for now while too many requests leave the process", async () => {
    const outbound = createTestOutbound([{ host: fake.baseUrl.host }], {
      slots: { perHost: 1, total: 1, queue: 0 },
    });
    const fetch = createGuardedServiceFetch(outbound, { timeoutMs: 10_000, maxBytes: 1_000 });
    fake.faults = ["silent"];
    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const first = fetch(fake.baseUrl, { signal: stopping.signal });
    const ended = expect(first).rejects.toMatchObject({ kind: "cancelled" });
    await expect.poll(() => fake.calls.length).toBe(1);
    await expect(fetch(fake.baseUrl)).rejects.toMatchObject({ kind: "busy" });
    stopping.abort();
    await ended;
  });
});
