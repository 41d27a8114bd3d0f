import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fromScale,
  parseScoreScale,
  scaleBounds,
  scaleSteps,
  SCORE_SCALES,
  scoreRanges,
  toScale,
} from "./score-scale";

describe("a scale of scores", () => {
  it.each([
    ["100", 83, 83],
    ["10.0", 83, 8.3],
    ["10", 83, 8],
    ["5", 83, 4],
    ["3", 83, 3],
    ["3", 60, 2],
    ["3", 0, 1],
    ["10", 100, 10],
    ["10", 4, 1],
    ["5", 9, 1],
    ["10.0", 4, 0.4],
  ] as const)("of %s shows %d as %d", (scale, score, shown) => {
    expect(toScale(score, scale)).toBe(shown);
  });

  it("gives back each of its own values, and stays within 0 and 100", () => {
    fc.assert(
      fc.property(fc.constantFrom(...SCORE_SCALES), fc.nat(100), (scale, part) => {
        const [min, max] = scaleBounds(scale);
        const unit = scale === "10.0" ? 0.1 : 1;
        const steps = Math.round((max - min) / unit);
        const value = Number((min + (part % (steps + 1)) * unit).toFixed(1));
        const stored = fromScale(value, scale);
        expect(stored).toBeGreaterThanOrEqual(0);
        expect(stored).toBeLessThanOrEqual(100);
        expect(toScale(stored, scale)).toBe(value);
      }),
    );
  });

  it("shows every stored score as a value that its form offers", () => {
    for (const scale of SCORE_SCALES) {
      const steps = scaleSteps(scale);
      for (let score = 0; steps !== null && score <= 100; score += 1)
        expect(steps).toContain(toScale(score, scale));
    }
  });

  it("counts every stored score in one range", () => {
    for (const scale of SCORE_SCALES) {
      const ranges = scoreRanges(scale);
      expect([ranges.at(0)?.from, ranges.at(-1)?.to]).toEqual([0, 100]);
      for (const [index, { from }] of ranges.entries())
        if (index > 0) expect(from).toBe((ranges[index - 1]?.to ?? 0) + 1);
    }
    expect(scoreRanges("10").at(-3)).toEqual({ value: 8, from: 75, to: 84 });
    expect(scoreRanges("3")).toEqual([
      { value: 1, from: 0, to: 47 },
      { value: 2, from: 48, to: 72 },
      { value: 3, from: 73, to: 100 },
    ]);
    expect(scoreRanges("100").at(-2)).toEqual({ value: 90, from: 90, to: 99 });
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
