import { expect, it } from "vitest";
import { createKeyCache } from "./key-cache";

it("finds keys by the text of requests, within its bytes", () => {
  const cache = createKeyCache(2_000);
  cache.set("a?b", "a");
  expect(cache.get("a?b")).toBe("a");
  for (let index = 0; index < 100; index += 1) cache.set(`a?${index}`, "a");
  expect(cache.usage.bytes).toBeLessThanOrEqual(2_000);
  expect(cache.get("a?b")).toBeUndefined();
  expect(cache.get("a?99")).toBe("a");
});

it("keeps a text of a thousand characters, and none that is longer", () => {
  const cache = createKeyCache(10_000);
  for (const length of [1_000, 1_001]) cache.set("x".repeat(length), "a");
  expect(cache.get("x".repeat(1_000))).toBe("a");
  expect(cache.get("x".repeat(1_001))).toBeUndefined();
});
