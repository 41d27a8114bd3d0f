import { describe, expect, it } from "vitest";
import { createValueCache } from "./value-cache.server";

function maker() {
  const made: string[] = [];
  return { made, make: (value: string) => () => Promise.resolve((made.push(value), value)) };
}

describe("createValueCache", () => {
  it("makes a value once for concurrent calls", async () => {
    const { made, make } = maker();
    const cache = createValueCache(2);
    expect(
      await Promise.all([cache.get("a", make("first")), cache.get("a", make("second"))]),
    ).toEqual(["first", "first"]);
    expect(await cache.get("a", make("third"))).toBe("first");
    expect(made).toEqual(["first"]);
  });

  it("evicts the least recently used value", async () => {
    const { made, make } = maker();
    const cache = createValueCache(2);
    for (const key of ["a", "b", "a", "c"]) await cache.get(key, make(key));
    expect(await cache.get("a", make("again"))).toBe("a");
    expect(await cache.get("b", make("again"))).toBe("again");
    expect(made).toEqual(["a", "b", "c", "again"]);
  });

  it("does not cache a failure", async () => {
    const cache = createValueCache(2);
    await expect(cache.get("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await cache.get("a", () => Promise.resolve("back"))).toBe("back");
  });

  it("is empty after clear", async () => {
    const { made, make } = maker();
    const cache = createValueCache(2);
    await cache.get("a", make("old"));
    cache.clear();
    expect(await cache.get("a", make("new"))).toBe("new");
    expect(made).toEqual(["old", "new"]);
  });
});
