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

  it.each(SCORE_SCALES)("of %s gives back each of its own values", (scale) => {
    const [min, max] = scaleBounds(scale);
    const unit = scale === "10.0" ? 10 : 1;
    for (let step = min * unit; step <= max * unit; step += 1) {
      const stored = fromScale(step / unit, scale);
      expect(Number.isInteger(stored)).toBe(true);
      expect(stored).toBeGreaterThanOrEqual(0);
      expect(stored).toBeLessThanOrEqual(100);
      expect(toScale(stored, scale)).toBe(step / unit);
    }
  });

  it("shows what AniList stores for its stars and faces as the same ones", () => {
    expect([10, 30, 50, 70, 90].map((score) => toScale(score, "5"))).toEqual([1, 2, 3, 4, 5]);
    expect([29, 49, 69, 89].map((score) => toScale(score, "5"))).toEqual([1, 2, 3, 4]);
    expect([35, 60, 85].map((score) => toScale(score, "3"))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((face) => fromScale(face, "3"))).toEqual([35, 60, 85]);
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
