import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createRateLimiter } from "./rate-limiter";

describe("the fixed-window rate limiter", () => {
  it("allows exactly its points and rejects the next request", () => {
    const limiter = createRateLimiter({ points: 3, seconds: 60 }, () => 0);
    const verdicts = Array.from({ length: 4 }, () => limiter.consume("a"));
    expect(verdicts.map((verdict) => verdict.allowed)).toEqual([true, true, true, false]);
    expect(verdicts.map((verdict) => verdict.remaining)).toEqual([2, 1, 0, 0]);
  });

  it("counts each client separately", () => {
    const limiter = createRateLimiter({ points: 1, seconds: 60 }, () => 0);
    limiter.consume("a");
    expect(limiter.consume("b").allowed).toBe(true);
    expect(limiter.consume("a").allowed).toBe(false);
  });

  it("RATE-S03 opens a new window when the last one has expired, and not a millisecond before", () => {
    let time = 1_000;
    const limiter = createRateLimiter({ points: 1, seconds: 60 }, () => time);
    limiter.consume("a");
    time = 60_999;
    expect(limiter.consume("a")).toMatchObject({ allowed: false, resetSeconds: 1 });
    time = 61_000;
    expect(limiter.consume("a")).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 60 });
  });

  it("reports the end of the window in whole seconds", () => {
    let time = 0;
    const limiter = createRateLimiter({ points: 2, seconds: 60 }, () => time);
    expect(limiter.consume("a").resetSeconds).toBe(60);
    time = 500;
    expect(limiter.consume("a").resetSeconds).toBe(60);
    time = 999;
    expect(limiter.consume("a").resetSeconds).toBe(60);
    time = 59_001;
    expect(limiter.consume("a").resetSeconds).toBe(1);
  });

  it("evicts the oldest window beyond its capacity, and none at it", () => {
    const limiter = createRateLimiter({ points: 1, seconds: 60 }, () => 0, 2);
    limiter.consume("a");
    limiter.consume("b");
    expect(limiter.consume("a").allowed).toBe(false);
    limiter.consume("c");
    expect(limiter.consume("b").allowed).toBe(false);
    expect(limiter.consume("a").allowed).toBe(true);
  });

  it("makes room for a hundredth at once, by the oldest, and not before it is full", () => {
    const limiter = createRateLimiter({ points: 2, seconds: 60 }, () => 0);
    const remaining = (client: number) => limiter.consume(`client ${client}`).remaining;
    for (let client = 0; client < 100_000; client += 1) remaining(client);
    expect(remaining(0)).toBe(0);
    expect(remaining(100_000)).toBe(1);
    expect(remaining(1_002)).toBe(0);
    expect(remaining(1_001)).toBe(1);
  });

  it("evicts clients over their limit only where they take more than half of the room", () => {
    const limiter = createRateLimiter({ points: 2, seconds: 60 }, () => 0, 1_000);
    const allows = (client: string) => limiter.consume(client).allowed;
    for (let client = 0; client < 505; client += 1)
      for (let request = 0; request < 3; request += 1) allows(`blocked ${client}`);
    for (let client = 0; client < 496; client += 1) allows(`open ${client}`);
    expect([allows("blocked 5"), allows("blocked 4")]).toEqual([false, true]);
    expect(limiter.consume("open 6").remaining).toBe(0);
    expect(limiter.consume("open 5").remaining).toBe(1);
  });

  it("evicts clients over their limit last", () => {
    const limiter = createRateLimiter({ points: 2, seconds: 60 }, () => 0);
    for (let request = 0; request < 3; request += 1) limiter.consume("blocked");
    for (let client = 0; client < 250_000; client += 1) limiter.consume(`flood ${client}`);
    expect(limiter.consume("blocked").allowed).toBe(false);
    expect(limiter.consume("flood 0").remaining).toBe(1);
  });

  it("still counts a new client when all others are blocked", () => {
    const limiter = createRateLimiter({ points: 2, seconds: 60 }, () => 0, 10);
    for (let client = 0; client < 20; client += 1)
      for (let request = 0; request < 3; request += 1) limiter.consume(`blocked ${client}`);
    const verdicts = Array.from({ length: 3 }, () => limiter.consume("new").allowed);
    expect(verdicts).toEqual([true, true, false]);
    expect(limiter.consume("blocked 19").allowed).toBe(false);
  });

  it("never reports a window longer than its duration", () => {
    for (let index = 0; index < 10_000; index += 1) {
      const limiter = createRateLimiter({ points: 1, seconds: 60 }, () => 1_000.1 + index * 1.37);
      expect(limiter.consume("a").resetSeconds).toBe(60);
    }
  });

  it("RATE-S09 stays within 64 MB for a million clients in one window", { tags: "nightly" }, () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const limiter = createRateLimiter({ points: 100, seconds: 60 }, () => 0);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let client = 0; client < 1_000_000; client += 1)
      limiter.consume(
        `2001:db8:${(client >> 16).toString(16)}:${(client & 0xffff).toString(16)}::/64`,
      );
    collect();
    expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(64);
    expect(limiter.consume("2001:db8:f:423f::/64").remaining).toBe(98);
  });
});
