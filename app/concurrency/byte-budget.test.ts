import { expect, it, onTestFinished, vi } from "vitest";
import { Busy, Cancelled } from "~/errors/app-error";
import { createByteBudget } from "./byte-budget";

const limits = {
  soft: 100,
  hard: 200,
  maxQueue: 2,
  timeoutMs: 1_000,
  busy: () => new Busy("image.busyFetching", 1),
};

it("admits below the soft limit, and waiters after a release", async () => {
  const budget = createByteBudget(limits);
  const first = await budget.enter();
  first.add(99);
  const second = await budget.enter();
  second.add(1);
  const order: string[] = [];
  const waiting = budget.enter().then(() => order.push("in"));
  await Promise.resolve();
  expect([budget.held, order]).toEqual([100, []]);
  first.release();
  await waiting;
  expect([budget.held, order]).toEqual([1, ["in"]]);
});

it("rejects what would exceed the hard limit, and nothing before", async () => {
  const budget = createByteBudget(limits);
  const share = await budget.enter();
  share.add(200);
  expect(() => share.add(1)).toThrow(Busy);
  share.release();
  share.release();
  expect(budget.held).toBe(0);
});

it("bounds its queue, and lets waiters abort", async () => {
  const budget = createByteBudget(limits);
  const held = await budget.enter();
  held.add(100);
  const aborting = new AbortController();
  const first = budget.enter({ signal: aborting.signal });
  const second = budget.enter();
  await expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  aborting.abort();
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  const third = budget.enter();
  await expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  await expect(budget.enter({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(Cancelled);
  held.release();
  await Promise.all([second, third]);
});

it("rejects a wait longer than the timeout, and frees its place", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const budget = createByteBudget(limits);
  const share = await budget.enter();
  share.add(100);
  const timedOut = expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  await vi.advanceTimersByTimeAsync(1);
  const later = budget.enter();
  await vi.advanceTimersByTimeAsync(limits.timeoutMs - 1);
  await timedOut;
  share.release();
  (await later).add(100);
  expect([budget.held, vi.getTimerCount()]).toEqual([100, 0]);
});

it("bounds a client just at its own limits, and admits the client that holds least first", async () => {
  const budget = createByteBudget({
    ...limits,
    maxQueue: 8,
    perClient: { soft: 40, hard: 60 },
  });
  const first = await budget.enter({ client: "a" });
  first.add(39);
  const second = await budget.enter({ client: "a" });
  second.add(21);
  expect(() => second.add(1)).toThrow(Busy);
  const order: string[] = [];
  const wait = (client: string) =>
    budget.enter({ client }).then((share) => (order.push(client), share));
  const waiting = wait("a");
  const other = await wait("b");
  other.add(40);
  const next = [wait("b"), wait("c")];
  expect(order).toEqual(["b"]);
  first.release();
  second.release();
  await waiting;
  other.release();
  await Promise.all(next);
  expect([order, budget.held]).toEqual([["b", "c", "a", "b"], 0]);
});
