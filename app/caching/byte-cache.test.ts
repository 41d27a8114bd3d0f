import { expect, it } from "vitest";
import { createByteCache } from "./byte-cache";

it("evicts the least recently used values once the bytes are used up", () => {
  const evicted: string[] = [];
  const cache = createByteCache<string>(100, { onEvict: (_, key) => evicted.push(key) });
  for (const key of ["a", "b", "c", "d"]) cache.set(key, `value ${key}`, 25);
  expect([cache.usage.bytes, evicted]).toEqual([100, []]);
  expect(cache.get("a")).toBe("value a");
  cache.set("e", "value e", 1);
  expect([cache.usage.bytes, evicted]).toEqual([76, ["b"]]);
  expect(cache.get("b")).toBeUndefined();
});

it("counts a value that is set again once", () => {
  const cache = createByteCache<string>(100);
  cache.set("a", "one", 20);
  cache.set("a", "two", 10);
  expect([cache.get("a"), cache.usage.bytes]).toEqual(["two", 10]);
  cache.delete("a");
  cache.delete("a");
  expect([cache.get("a"), cache.usage.bytes]).toEqual([undefined, 0]);
});

it("replaces the size of a value that has grown", () => {
  const cache = createByteCache<object>(100);
  const value = {};
  cache.set("a", value, 20);
  cache.set("a", value, 60);
  expect([cache.get("a"), cache.usage.bytes]).toEqual([value, 60]);
});

it("does not store a value of more than its share of the size", () => {
  const cache = createByteCache<string>(100, { maxEntryShare: 1 / 4 });
  expect(cache.maxEntryBytes).toBe(25);
  cache.set("a", "one", 25);
  expect(cache.get("a")).toBe("one");
  cache.set("a", "two", 26);
  expect([cache.get("a"), cache.usage.bytes]).toEqual([undefined, 0]);
});

it("counts hits, misses and evictions, but neither deletions nor looks without use", () => {
  const cache = createByteCache<string>(10);
  cache.get("a");
  cache.set("a", "one", 6);
  cache.get("a");
  cache.get("a");
  cache.peek("a");
  cache.peek("b");
  cache.set("b", "two", 6);
  cache.delete("b");
  expect(cache.usage).toEqual({ bytes: 0, hits: 2, misses: 1, evictions: 1 });
  cache.set("c", "three", 1);
  cache.clear();
  expect(cache.usage).toEqual({ bytes: 0, hits: 2, misses: 1, evictions: 1 });
});

it("forgets a value after its time", () => {
  let now = 1;
  const cache = createByteCache<string>(10, { maxAgeMs: 1_000, now: () => now });
  cache.set("a", "one", 1);
  now += 1_000;
  expect(cache.get("a")).toBe("one");
  now += 1;
  expect(cache.get("a")).toBeUndefined();
  expect(cache.usage).toEqual({ bytes: 0, hits: 1, misses: 1, evictions: 0 });
});
