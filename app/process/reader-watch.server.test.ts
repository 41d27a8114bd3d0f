import { describe, expect, it } from "vitest";
import { createReader } from "./reader-watch.server";

const limits = { silentMs: 285_000, windowMs: 60_000, minBytes: 120 * 1024, checkMs: 5_000 };
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Seconds; `Infinity` after an hour. */
function lifetime(taken: (second: number) => number): number {
  const reader = createReader(limits);
  for (let now = 0; now < HOUR; now += limits.checkMs)
    if (reader.isTooSlow(taken(now / SECOND), now)) return now / SECOND;
  return Infinity;
}

describe("a reader of a response", () => {
  it("that takes nothing is disconnected within five minutes", () => {
    expect(lifetime(() => 5_000_000)).toBe(285);
  });

  it.each([
    ["just at the minimum speed stays", 2 * 1024, Infinity],
    ["just below it is disconnected after a minute", 2 * 1024 - 1, 65],
  ])("%s", (_, bytesPerSecond, expected) => {
    expect(lifetime((second) => second * bytesPerSecond)).toBe(expected);
  });

  it("that takes a little every 100 s is disconnected a minute after the first", () => {
    expect(lifetime((second) => Math.floor(second / 100) * 10_000)).toBe(160);
  });

  it("whose connection takes a megabyte at a time stays", () => {
    expect(lifetime((second) => Math.floor(second / 100) * 1_000_000)).toBe(Infinity);
  });

  it("that pauses for four minutes and then reads on stays", () => {
    expect(lifetime((second) => Math.max(0, second - 240) * 500_000)).toBe(Infinity);
  });

  it("that slows down after an hour of reading is disconnected in two minutes", () => {
    const slow = (second: number) => Math.min(second, 600) * 1e6 + Math.max(0, second - 600) * 100;
    expect(lifetime(slow)).toBeLessThanOrEqual(600 + 2 * 60 + 10);
  });

  it("for which nothing waits starts anew", () => {
    const reader = createReader(limits);
    expect(reader.isTooSlow(0, 0)).toBe(false);
    reader.reset();
    expect(reader.isTooSlow(0, HOUR)).toBe(false);
    expect(reader.isTooSlow(0, HOUR + limits.silentMs - 1)).toBe(false);
    expect(reader.isTooSlow(0, HOUR + limits.silentMs)).toBe(true);
  });
});
