import { LRUCache } from "lru-cache";
import { expect, it } from "vitest";
import { smallValues } from "./small-values";

it("bounds a cache by the length of its keys, not by their number", () => {
  const countKept = (length: number) => {
    const cache = new LRUCache<string, number>(smallValues(100_000));
    for (let index = 0; index < 1_000; index += 1) cache.set(String(index).padEnd(length), index);
    return cache.size;
  };
  expect([countKept(72), countKept(4_872), countKept(49_872)]).toEqual([250, 10, 1]);
  expect(countKept(49_873)).toBe(0);
});
