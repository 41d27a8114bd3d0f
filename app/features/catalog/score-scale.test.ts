import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromScale, parseScoreScale, SCORE_SCALES, scaleSteps, toScale } from "./score-scale";

describe("a scale of scores", () => {
  it.each([
    ["100", 83, 83],
    ["10.0", 83, 8.3],
    ["10", 83, 8],
    ["5", 83, 4],
    ["3", 83, 3],
    ["3", 60, 2],
    ["3", 0, 1],
  ] as const)("of %s shows %d as %d", (scale, score, shown) => {
    expect(toScale(score, scale)).toBe(shown);
  });

  it("gives back each of its own values, and stays within 0 and 100", () => {
    const max = { "100": 100, "10.0": 10, "10": 10, "5": 5, "3": 3 };
    fc.assert(
      fc.property(fc.constantFrom(...SCORE_SCALES), fc.nat(100), (scale, part) => {
        const unit = scale === "10.0" ? 0.1 : 1;
        const steps = Math.round(max[scale] / unit);
        const value = Number(
          Math.max(scale === "3" ? 1 : 0, (part % (steps + 1)) * unit).toFixed(1),
        );
        const stored = fromScale(value, scale);
        expect(stored).toBeGreaterThanOrEqual(0);
        expect(stored).toBeLessThanOrEqual(100);
        expect(toScale(stored, scale)).toBe(value);
      }),
    );
  });

  it("has steps to choose from where they are few", () => {
    expect(SCORE_SCALES.map((scale) => scaleSteps(scale)?.length ?? null)).toEqual([
      null,
      null,
      10,
      5,
      3,
    ]);
    expect(["5", "7", null].map(parseScoreScale)).toEqual(["5", "10", "10"]);
  });
});
