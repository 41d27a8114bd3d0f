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
