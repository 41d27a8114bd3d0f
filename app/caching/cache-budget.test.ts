import { expect, it } from "vitest";
import { createByteCache } from "./byte-cache";
import { createCacheBudget } from "./cache-budget";

it("divides its bytes by the weights, and tells what each cache holds", () => {
  const budget = createCacheBudget(1_000, { small: 1, large: 3, unused: 1 });
  const limits: number[] = [];
  const build = (maxBytes: number) => {
    limits.push(maxBytes);
    const cache = createByteCache<string>(maxBytes);
    cache.set("half", "value", maxBytes / 2);
    return cache;
  };
  const large = budget.add("large", build);
  expect(large.usage.bytes).toBe(300);
  large.get("half");
  large.get("other");
  budget.add("small", build);
  expect(limits).toEqual([600, 200]);
  const unused = { bytes: 0, hits: 0, misses: 0, evictions: 0 };
  expect(budget.usage()).toEqual([
    { ...unused, name: "small", bytes: 100, maxBytes: 200 },
    { ...unused, name: "large", bytes: 300, maxBytes: 600, hits: 1, misses: 1 },
    { ...unused, name: "unused", maxBytes: 200 },
  ]);
});
