import { expect, it } from "vitest";
import { defaultCacheMegabytes } from "./cache-memory";

const GB = 1024 ** 3;

it("is a thirty-second of the memory, between 24 and 48 MB", () => {
  expect(defaultCacheMegabytes(GB / 2)).toBe(24);
  expect(defaultCacheMegabytes(GB)).toBe(32);
  expect(defaultCacheMegabytes(1.5 * GB - 1)).toBe(47);
  expect(defaultCacheMegabytes(1.5 * GB)).toBe(48);
  expect(defaultCacheMegabytes(64 * GB)).toBe(48);
});

it("is known for this machine", () => {
  expect(defaultCacheMegabytes()).toBeGreaterThanOrEqual(24);
  expect(defaultCacheMegabytes()).toBeLessThanOrEqual(48);
});
