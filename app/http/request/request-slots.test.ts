import { expect, it, onTestFinished, vi } from "vitest";
import { Busy, DatabaseFailed } from "~/errors/app-error";
import { createRequestSlots } from "./request-slots";

it("slots of a client stay limited however long none of its requests ends", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { pages, api } = createRequestSlots({ pages: 2, api: 2, timeoutMs: 600_000 });
  for (const slots of [pages, api]) {
    const started: string[] = [];
    const releases: (() => void)[] = [];
    for (const name of ["first", "second", "third"])
      void slots.acquire({ client: "a" }).then((release) => {
        started.push(name);
        releases.push(release);
      });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started).toEqual(["first", "second"]);
    expect([slots.active, slots.waiting]).toEqual([2, 1]);
    releases[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual(["first", "second", "third"]);
  }
});

it("requests that wait fail with the database, and later ones wait again", async () => {
  const slots = createRequestSlots({ pages: 1, api: 1 });
  for (const [semaphore, error] of [
    [slots.pages, Busy],
    [slots.api, DatabaseFailed],
  ] as const) {
    const release = await semaphore.acquire({ client: "a" });
    const rejected = expect(semaphore.acquire({ client: "a" })).rejects.toBeInstanceOf(error);
    slots.rejectWaiting();
    await rejected;
    const next = semaphore.acquire({ client: "a" });
    release();
    (await next)();
    expect([semaphore.active, semaphore.waiting]).toEqual([0, 0]);
  }
});
