import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS, waitForAttempt } from "./retry-times";

const wait = (attempts: number, options = {}) =>
  waitForAttempt(attempts, { random: () => 0, ...options });

describe("waitForAttempt", () => {
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
