import { expect, it, onTestFinished, vi } from "vitest";
import { Busy, Cancelled } from "~/errors/app-error";
import { createByteBudget } from "./byte-budget";

const limits = { soft: 100, hard: 200, maxWaiting: 2, maxWaitMs: 1_000 };

it("lets sources in below the soft limit, and others when room comes back", async () => {
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

it("turns away what would pass the hard limit, and nothing before", async () => {
  const budget = createByteBudget(limits);
  const share = await budget.enter();
  share.add(200);
  expect(() => share.add(1)).toThrow(Busy);
  share.release();
  share.release();
  expect(budget.held).toBe(0);
});

it("lets only so many wait, and those leave who want to", async () => {
  const budget = createByteBudget(limits);
  (await budget.enter()).add(100);
  const leaving = new AbortController();
  const first = budget.enter(leaving.signal);
  const second = budget.enter();
  await expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  leaving.abort();
  await expect(first).rejects.toBeInstanceOf(Cancelled);
  const third = budget.enter();
  await expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  await expect(budget.enter(AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
  void second;
  void third;
});

it("lets nobody wait longer than they may, and forgets who did", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const budget = createByteBudget(limits);
  const share = await budget.enter();
  share.add(100);
  const turnedAway = expect(budget.enter()).rejects.toBeInstanceOf(Busy);
  await vi.advanceTimersByTimeAsync(1);
  const patient = budget.enter();
  await vi.advanceTimersByTimeAsync(limits.maxWaitMs - 1);
  await turnedAway;
  share.release();
  (await patient).add(100);
  expect([budget.held, vi.getTimerCount()]).toEqual([100, 0]);
});
