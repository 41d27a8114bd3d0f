import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createRateLimiter } from "~/providers/service-client/rate-limiter";
import { createServiceClient } from "~/providers/service-client/service-client.server";
import { saysUnreached, ServiceError } from "~/providers/service-client/service-error";
import type { Fault } from "../fakes/faults";
import { startFakeService, type FakeService } from "../fakes/json-service";

const ENTRIES = { entries: [{ id: 1 }, { id: 2 }] };
const entriesSchema = z.object({ entries: z.array(z.object({ id: z.int() })) });

let fake: FakeService;
beforeAll(async () => {
  fake = await startFakeService(ENTRIES);
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { body: ENTRIES, faults: [], requests: [], onRequest: () => undefined });
});

/** Waits pass at once, on a clock of their own. */
function client({ random = 0, timeoutMs = 10_000 } = {}) {
  const clock = { ms: 0 };
  const sentAt: number[] = [];
  const messages: string[] = [];
  fake.onRequest = () => sentAt.push(clock.ms);
  const time = {
    now: () => clock.ms,
    sleep(milliseconds: number, signal?: AbortSignal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      clock.ms += milliseconds;
      return Promise.resolve();
    },
  };
  const service = createServiceClient({
    service: "MyList",
    userAgent: "Akari",
    baseUrl: fake.baseUrl,
    fetch: createOperatorFetch({ timeoutMs, maxBytes: 100_000 }),
    jsonLimits: { maxDepth: 8, maxValues: 1_000 },
    waitForSlot: createRateLimiter([{ requests: 100, windowMs: 1 }], time),
    clock: time,
    random: () => random,
    onWait: (message) => messages.push(message),
  });
  const get = (maxAttempts = 6, signal?: AbortSignal) =>
    service.get("lists/5?page=2", entriesSchema, { maxAttempts, signal });
  return { get, sentAt, messages };
}

describe("a client of a service's API", () => {
  it("reads JSON of a path under the base URL", async () => {
    expect(await client().get()).toEqual(ENTRIES);
    expect(fake.requests).toEqual(["/api/lists/5?page=2"]);
  });

  it.each<Fault>([
    ...[408, 425, 429, 500, 502, 503, 504].map((status) => ({ status })),
    "cut-off",
    "words",
  ])("asks again after %j", async (fault) => {
    fake.faults = [fault, fault];
    expect(await client().get()).toEqual(ENTRIES);
    expect(fake.requests).toHaveLength(3);
  });

  it.each<Fault>(["silent", "stalled"])("asks again when a response is %s", async (fault) => {
    fake.faults = [fault];
    expect(await client({ timeoutMs: 100 }).get()).toEqual(ENTRIES);
    expect(fake.requests).toHaveLength(2);
  });

  it.each([
    [301, "refused"],
    [400, "refused"],
    [401, "unauthorized"],
    [403, "refused"],
    [404, "not-found"],
    [418, "refused"],
  ])("gives up at once after a %d", async (status, kind) => {
    fake.faults = [{ status }];
    const failure = await client()
      .get()
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ServiceError);
    expect(failure).toMatchObject({
      kind,
      message: `MyList responded with status ${status} (${fake.baseUrl.href}lists/5?page=2).`,
    });
    expect(fake.requests).toHaveLength(1);
  });

  it("gives up at once on a response that is too large", async () => {
    fake.faults = ["huge"];
    await expect(client().get()).rejects.toMatchObject({
      kind: "invalid-response",
      message: expect.stringContaining("larger than 100000 bytes") as unknown,
    });
    expect(fake.requests).toHaveLength(1);
  });

  it.each([
    ["of another shape", { entries: 5 }, "unexpected shape"],
    ["of another type", [], "unexpected shape"],
    ["with too many values", { entries: [], extra: Array(1_000).fill(0) }, "JSON exceeds max"],
  ])("gives up at once on JSON %s", async (_, body, problem) => {
    fake.body = body;
    await expect(client().get()).rejects.toMatchObject({
      kind: "invalid-response",
      message: expect.stringContaining(problem) as unknown,
    });
    expect(fake.requests).toHaveLength(1);
  });

  it.each([
    [{ status: 429 }, "rate-limited"],
    [{ status: 500 }, "unavailable"],
    ["words", "unavailable"],
  ] as const)("tells why its last attempt failed: %j", async (fault, kind) => {
    fake.faults = [fault, fault, fault];
    await expect(client().get(3)).rejects.toMatchObject({ kind });
    expect(fake.requests).toHaveLength(3);
  });

  it.each([
    ["no response comes", "silent", true],
    ["a response is cut off", "cut-off", false],
    ["the service has an error of its own", { status: 500 }, false],
  ] as const)("tells in its message whether the service is away: %s", async (_, fault, isAway) => {
    fake.faults = [fault];
    const failure = await client({ timeoutMs: isAway ? 100 : 10_000 })
      .get(1)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: "unavailable" });
    expect(saysUnreached((failure as ServiceError).message)).toBe(isAway);
  });

  it("backs off exponentially with full jitter, up to a minute", async () => {
    const failing = { status: 503 };
    fake.faults = Array.from({ length: 8 }, () => failing);
    const { get, sentAt } = client({ random: 1 });
    await get(9);
    const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
    fake.faults = [failing, failing];
    const lucky = client({ random: 0 });
    await lucky.get();
    expect(lucky.sentAt).toEqual([0, 0, 0]);
  });

  it.each([
    ["seconds", { "retry-after": "17" }, 17_000],
    [
      "a date by the server's clock",
      { date: "Thu, 07 May 2026 14:00:00 GMT", "retry-after": "Thu, 07 May 2026 14:01:30 GMT" },
      90_000,
    ],
    ["neither", { "retry-after": "soon" }, 0],
  ])("asks again no sooner than Retry-After in %s", async (_, headers, wait) => {
    fake.faults = [{ status: 429, headers }];
    const { get, sentAt } = client();
    await get();
    expect(sentAt).toEqual([0, wait]);
  });

  it("does not wait for more than ten minutes", async () => {
    fake.faults = [{ status: 503, headers: { "retry-after": "600" } }];
    await client().get();
    fake.faults = [{ status: 429, headers: { "retry-after": "601" } }];
    await expect(client().get()).rejects.toMatchObject({
      kind: "rate-limited",
      message: "MyList asks to retry in 11 minutes.",
    });
  });

  it("tells the operator why it waits", async () => {
    fake.faults = [{ status: 429 }];
    const { get, messages } = client({ random: 1 });
    await get();
    expect(messages).toEqual(["MyList responded with status 429; retrying in 1.0 s"]);
  });

  it("stops when aborted, while it waits and while the service is silent", async () => {
    const enough = new Error("enough");
    await expect(client().get(6, AbortSignal.abort(enough))).rejects.toBe(enough);
    const stopping = new AbortController();
    fake.faults = ["silent"];
    const { get } = client();
    fake.onRequest = () => stopping.abort(enough);
    await expect(get(6, stopping.signal)).rejects.toBe(enough);
    expect(fake.requests).toHaveLength(1);
  });
});
