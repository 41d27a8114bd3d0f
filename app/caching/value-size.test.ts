import { expect, it } from "vitest";
import { estimateBytes } from "./value-size";

it.each([
  ["text", "x".repeat(1_000), 2_000],
  ["bytes", new Uint8Array(5_000), 5_000],
  ["a list", Array.from({ length: 1_000 }, (_, index) => index), 8_000],
  ["a map", new Map(Array.from({ length: 1_000 }, (_, index) => [index, String(index)])), 30_000],
  ["a set", new Set(Array.from({ length: 1_000 }, (_, index) => index)), 8_000],
  ["nested objects", { one: { two: { three: "x".repeat(1_000) } } }, 2_000],
])("estimates at least what %s takes, and at most thrice that", (_, value, bytes) => {
  expect(estimateBytes(value)).toBeGreaterThanOrEqual(bytes);
  expect(estimateBytes(value)).toBeLessThanOrEqual(3 * bytes);
});

it("counts once what is referenced twice, in cycles too", () => {
  const shared = { text: "x".repeat(10_000) };
  const cycle: { shared: object[]; self?: object } = { shared: [shared, shared] };
  cycle.self = cycle;
  expect(estimateBytes(cycle)).toBeLessThan(25_000);
});
