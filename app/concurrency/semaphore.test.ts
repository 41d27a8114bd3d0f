import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Busy } from "~/errors/app-error";
import { createSemaphore } from "./semaphore";

const never = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

const options = {
  busy: () => new Busy("image.busyConverting", 1),
  aborted: ({ reason }: { reason: Error }) => reason,
};

describe("a semaphore", () => {
  it("grants slots in order of arrival, but a full key does not hold up another", async () => {
    const semaphore = createSemaphore({ ...options, limitPerKey: 1, limit: 2, maxQueue: 8 });
    const order: string[] = [];
    const first = await semaphore.acquire({ key: "a", signal: never });
    const waiting = ["a", "a", "b"].map((host, index) =>
      semaphore
        .acquire({ key: host, signal: never })
        .then((release) => (order.push(`${host}${index}`), release)),
    );
    await settle();
    expect(order).toEqual(["b2"]);
    expect(semaphore.active).toBe(2);
    first();
    first();
    await settle();
    expect(order).toEqual(["b2", "a0"]);
    (await waiting[0])?.();
    (await waiting[2])?.();
    (await waiting[1])?.();
    expect(order).toEqual(["b2", "a0", "a1"]);
    expect(semaphore.active).toBe(0);
  });

  it("rejects a call when the queue is full, and only that call", async () => {
    const semaphore = createSemaphore({ ...options, limitPerKey: 8, limit: 1, maxQueue: 1 });
    const first = await semaphore.acquire({ key: "a", signal: never });
    const second = semaphore.acquire({ key: "b", signal: never });
    await expect(semaphore.acquire({ key: "c", signal: never })).rejects.toBeInstanceOf(Busy);
    first();
    (await second)();
    expect(semaphore.active).toBe(0);
  });

  it("frees the place of an aborted wait", async () => {
    const semaphore = createSemaphore({ ...options, limitPerKey: 1, limit: 1, maxQueue: 1 });
    const first = await semaphore.acquire({ key: "a", signal: never });
    const aborting = new AbortController();
    const left = semaphore.acquire({ key: "a", signal: aborting.signal });
    aborting.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    const next = semaphore.acquire({ key: "a", signal: never });
    first();
    (await next)();
    await expect(
      semaphore.acquire({ key: "a", signal: AbortSignal.abort(new Error("gone before")) }),
    ).rejects.toThrow("gone before");
    expect(semaphore.active).toBe(0);
  });

  it("rejects a wait longer than the timeout, and frees its place", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const semaphore = createSemaphore({ ...options, limit: 1, maxQueue: 1, timeoutMs: 1_000 });
    const release = await semaphore.acquire();
    const timedOut = expect(semaphore.acquire()).rejects.toBeInstanceOf(Busy);
    await vi.advanceTimersByTimeAsync(1_000);
    await timedOut;
    const next = semaphore.acquire();
    release();
    (await next)();
    expect([semaphore.active, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("starts work synchronously when a slot is free, and releases it after a failure", async () => {
    const semaphore = createSemaphore({ ...options, limit: 1 });
    let started = 0;
    const work = () => Promise.reject(new Error(`failure ${(started += 1)}`));
    const both = [semaphore.run(work), semaphore.run(work)];
    expect(started).toBe(1);
    await expect(both[0]).rejects.toThrow("failure 1");
    await expect(both[1]).rejects.toThrow("failure 2");
  });
});

describe("a semaphore with shares of clients", () => {
  it("rejects a client that has too many at once, and lets another wait", async () => {
    const semaphore = createSemaphore({ ...options, limit: 3, maxPerClient: 2 });
    const held = [
      await semaphore.acquire({ client: "a" }),
      await semaphore.acquire({ client: "a" }),
    ];
    await expect(semaphore.acquire({ client: "a" })).rejects.toBeInstanceOf(Busy);
    await semaphore.acquire({ client: "b" });
    const waiting = semaphore.acquire({ client: "b" });
    expect(semaphore.waiting).toBe(1);
    await expect(semaphore.acquire({ client: "b" })).rejects.toBeInstanceOf(Busy);
    held[0]?.();
    (await waiting)();
    expect([semaphore.active, semaphore.waiting]).toEqual([2, 0]);
    await semaphore.acquire({ client: "a" });
  });

  it("gives a free slot to the client that has least, and in turns to those that have as much", async () => {
    const semaphore = createSemaphore({ ...options, limit: 1, maxPerClient: 100 });
    const first = await semaphore.acquire({ client: "a" });
    const order: string[] = [];
    const all = ["a", "a", "a", "b", "b", "c"].map(async (client) => {
      const release = await semaphore.acquire({ client });
      order.push(client);
      await settle();
      release();
    });
    first();
    await Promise.all(all);
    expect(order).toEqual(["b", "c", "a", "b", "a", "a"]);
  });

  it("serves a client in the order of its urgency, which leaves its share as it is", async () => {
    const semaphore = createSemaphore({ ...options, limit: 1, maxPerClient: 100 });
    const first = await semaphore.acquire({ client: "a" });
    const order: string[] = [];
    const all = ["a 5", "a 1", "b 7", "a 3", "b 0"].map(async (name) => {
      const [client, urgency] = name.split(" ");
      const release = await semaphore.acquire({ client, urgency: Number(urgency) });
      order.push(name);
      await settle();
      release();
    });
    first();
    await Promise.all(all);
    expect(order).toEqual(["b 0", "a 1", "b 7", "a 3", "a 5"]);
  });

  it("rejects those that wait, and only those, with the given error", async () => {
    const semaphore = createSemaphore({ ...options, limit: 1, maxPerClient: 2 });
    const release = await semaphore.acquire({ client: "a" });
    const rejected = expect(semaphore.acquire({ client: "a" })).rejects.toThrow("it fails");
    semaphore.rejectWaiting(() => new Error("it fails"));
    await rejected;
    const next = semaphore.acquire({ client: "a" });
    release();
    (await next)();
    expect([semaphore.active, semaphore.waiting]).toEqual([0, 0]);
  });

  it("lets nothing wait any more when told so, but gives free slots", async () => {
    const semaphore = createSemaphore({ ...options, limit: 1, maxPerClient: 9 });
    const release = await semaphore.acquire({ client: "a" });
    const rejected = expect(semaphore.acquire({ client: "a" })).rejects.toBeInstanceOf(Busy);
    semaphore.stopWaiting();
    await rejected;
    await expect(semaphore.run(() => Promise.resolve(), { client: "b" })).rejects.toBeInstanceOf(
      Busy,
    );
    release();
    expect(await semaphore.run(() => Promise.resolve("done"), { client: "b" })).toBe("done");
    expect([semaphore.active, semaphore.waiting]).toEqual([0, 0]);
  });

  it("lets nothing wait any more once `closing` is aborted", async () => {
    const closing = new AbortController();
    const semaphore = createSemaphore({ ...options, limit: 1, closing: closing.signal });
    await semaphore.acquire();
    const rejected = expect(semaphore.acquire()).rejects.toBeInstanceOf(Busy);
    closing.abort();
    await rejected;
    const late = createSemaphore({ ...options, limit: 1, closing: closing.signal });
    await late.acquire();
    await expect(late.acquire()).rejects.toBeInstanceOf(Busy);
  });

  it("keeps its limits in every order of events, and is empty afterwards", async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant("acquire" as const), client: fc.constantFrom("a", "b", "c") }),
      fc.record({ kind: fc.constantFrom("release", "abort"), pick: fc.nat(50) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
        const semaphore = createSemaphore({
          ...options,
          limit: 4,
          limitPerClient: 2,
          maxPerClient: 4,
          maxQueue: 6,
        });
        const held: { client: string; release: () => void }[] = [];
        const waiting: { client: string; abort: AbortController }[] = [];
        const pending: Promise<unknown>[] = [];
        const heldBy = (name: string) => held.filter(({ client }) => client === name).length;
        const acquire = async (client: string) => {
          const waiter = { client, abort: new AbortController() };
          waiting.push(waiter);
          const before = heldBy(client) + waiting.filter((one) => one.client === client).length;
          try {
            const release = await semaphore.acquire({ client, signal: waiter.abort.signal });
            held.push({ client, release });
          } catch (error) {
            const isRefused = before > 4 || waiting.length > 6;
            expect(waiter.abort.signal.aborted || isRefused).toBe(true);
            void error;
          } finally {
            waiting.splice(waiting.indexOf(waiter), 1);
          }
        };
        for (const one of events) {
          if ("client" in one) pending.push(acquire(one.client));
          else if (one.kind === "release")
            held.splice(one.pick % Math.max(1, held.length), 1)[0]?.release();
          else waiting[one.pick % Math.max(1, waiting.length)]?.abort.abort(new Error("left"));
          await settle();
          expect(semaphore.active).toBe(held.length);
          expect(semaphore.waiting).toBe(waiting.length);
          expect(held.length).toBeLessThanOrEqual(4);
          for (const client of ["a", "b", "c"]) expect(heldBy(client)).toBeLessThanOrEqual(2);
          if (held.length < 4) for (const { client } of waiting) expect(heldBy(client)).toBe(2);
        }
        while (held.length > 0 || waiting.length > 0) {
          held.shift()?.release();
          await settle();
        }
        await Promise.all(pending);
        expect([semaphore.active, semaphore.waiting]).toEqual([0, 0]);
      }),
    );
  });
});
