import { describe, expect, it } from "vitest";
import { createValueCache } from "./value-cache";

const KILOBYTE = "x".repeat(512);

function maker() {
  const made: string[] = [];
  return { made, make: (value: string) => () => Promise.resolve((made.push(value), value)) };
}

describe("createValueCache", () => {
  it("makes a value once for concurrent calls", async () => {
    const { made, make } = maker();
    const cache = createValueCache<string>(10_000);
    expect(
      await Promise.all([cache.get("a", make("first")), cache.get("a", make("second"))]),
    ).toEqual(["first", "first"]);
    expect(await cache.get("a", make("third"))).toBe("first");
    expect(made).toEqual(["first"]);
  });

  it("evicts the least recently used value above its bytes", async () => {
    const { made, make } = maker();
    const cache = createValueCache<string>(4_000);
    for (const key of ["a", "b", "a", "c"]) await cache.get(key, make(key + KILOBYTE));
    expect(cache.usage.bytes).toBeLessThanOrEqual(4_000);
    await cache.get("a", make("again"));
    expect(await cache.get("b", make("again"))).toBe("again");
    expect(made.map((value) => value.slice(0, 5))).toEqual(["axxxx", "bxxxx", "cxxxx", "again"]);
  });

  it.each([
    ["that just fits", 0],
    ["that is larger than the cache", -1],
  ])("keeps a value %s, alone", async (_, difference) => {
    const { made, make } = maker();
    const probe = createValueCache<string>(100_000);
    await probe.get("a", make(KILOBYTE));
    made.length = 0;
    const maxBytes = probe.usage.bytes + difference;
    const cache = createValueCache<string>(maxBytes);
    for (const key of ["b", "a", "a"]) await cache.get(key, make(key + KILOBYTE.slice(1)));
    expect(made).toHaveLength(2);
    expect(cache.usage).toEqual({ bytes: maxBytes, hits: 1, misses: 2, evictions: 1 });
  });

  it("does not cache a failure", async () => {
    const cache = createValueCache<string>(10_000);
    await expect(cache.get("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache.get("a", () => Promise.resolve("back"))).toBe("back");
  });

  it("is empty after clear", async () => {
    const { made, make } = maker();
    const cache = createValueCache<string>(10_000);
    await cache.get("a", make("old"));
    cache.clear();
    expect(cache.usage.bytes).toBe(0);
    expect(await cache.get("a", make("new"))).toBe("new");
    expect(made).toEqual(["old", "new"]);
  });
});
