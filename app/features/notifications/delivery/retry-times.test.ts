import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, nextAttempt } from "./retry-times";

const now = new Date("2026-06-01T12:00:00Z");
const wait = (attempts: number, options = {}) => {
  const next = nextAttempt(attempts, now, { random: () => 0, ...options });
  return next === null ? null : next.getTime() - now.getTime();
};

describe("nextAttempt", () => {
  it("waits longer each time, about a day in all, and then gives up", () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => wait(index + 1));
    expect(waits.at(-1)).toBeNull();
    const all = waits.slice(0, -1).map(Number);
    expect(all).toEqual([...all].sort((one, other) => one - other));
    const hours = all.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(25);
  });

  it("waits as long as the service asks for, not shorter than by itself", () => {
    expect(wait(1, { retryAfterMs: 90_000 })).toBe(90_000);
    expect(wait(1, { retryAfterMs: 1_000 })).toBe(30_000);
  });

  it("does not send at once what failed at once", () => {
    expect(wait(1, { random: () => 1 })).toBe(33_000);
  });
});
