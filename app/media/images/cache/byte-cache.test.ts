import { expect, it } from "vitest";
import { createByteCache } from "./byte-cache";

it("evicts the least recently used values once the bytes are used up", () => {
  const evicted: string[] = [];
  const cache = createByteCache<string>(100, (_, key) => evicted.push(key));
  for (const key of ["a", "b", "c", "d"]) cache.set(key, `value ${key}`, { size: 25 });
  expect([cache.calculatedSize, evicted]).toEqual([100, []]);
  expect(cache.get("a")).toBe("value a");
  cache.set("e", "value e", { size: 1 });
  expect([cache.calculatedSize, evicted]).toEqual([76, ["b"]]);
  expect(cache.get("b")).toBeUndefined();
});

it("counts a value that is set again once", () => {
  const cache = createByteCache<string>(100);
  cache.set("a", "one", { size: 20 });
  cache.set("a", "two", { size: 10 });
  expect([cache.get("a"), cache.calculatedSize]).toEqual(["two", 10]);
  cache.delete("a");
  cache.delete("a");
  expect([cache.get("a"), cache.calculatedSize]).toEqual([undefined, 0]);
});

it("does not store a value of more than a quarter of its size", () => {
  const cache = createByteCache<string>(100);
  expect(cache.maxEntrySize).toBe(25);
  cache.set("a", "one", { size: 25 });
  expect(cache.get("a")).toBe("one");
  cache.set("a", "two", { size: 26 });
  expect([cache.get("a"), cache.calculatedSize]).toEqual([undefined, 0]);
});
