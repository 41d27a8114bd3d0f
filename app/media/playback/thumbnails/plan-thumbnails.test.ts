import { describe, expect, it } from "vitest";
import { countSheets, planThumbnails } from "./plan-thumbnails";

describe("the thumbnails of a file", () => {
  it.each([
    [1, { interval: 2, count: 1 }],
    [90, { interval: 2, count: 45 }],
    [600, { interval: 5, count: 120 }],
    [1_440, { interval: 10, count: 144 }],
    [9_000, { interval: 10, count: 900 }],
    [9_001, { interval: 9_001 / 900, count: 900 }],
    [36_000, { interval: 40, count: 900 }],
  ])("of %d seconds are two to ten seconds apart, and at most 900", (duration, plan) => {
    expect(planThumbnails(duration)).toEqual(plan);
  });

  it("fill sheets of 25", () => {
    expect([1, 25, 26, 900].map((count) => countSheets({ count }))).toEqual([1, 1, 2, 36]);
  });
});
