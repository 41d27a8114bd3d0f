import fc from "fast-check";
import { expect, it } from "vitest";
import { correctDrift, learnSeekTime } from "./drift";

it("leaves what cannot be noticed", () => {
  expect(correctDrift(0.04)).toEqual({ do: "play", rate: 1 });
  expect(correctDrift(-0.04)).toEqual({ do: "play", rate: 1 });
});

it("plays faster or slower up to the limit, and seeks beyond it", () => {
  expect(correctDrift(0.1)).toEqual({ do: "play", rate: 0.975 });
  expect(correctDrift(-0.4)).toEqual({ do: "play", rate: 1.05 });
  expect(correctDrift(0.41)).toEqual({ do: "seek" });
  expect(correctDrift(-30)).toEqual({ do: "seek" });
});

it("brings every drift below the limit to nothing within ten seconds", () => {
  fc.assert(
    fc.property(fc.double({ min: -0.4, max: 0.4, noNaN: true }), (start) => {
      let drift = start;
      for (let step = 0; step < 50; step += 1) {
        const correction = correctDrift(drift);
        if (correction.do === "seek") throw new Error("seeks");
        expect(correction.rate).toBeGreaterThanOrEqual(0.95);
        expect(correction.rate).toBeLessThanOrEqual(1.05);
        drift += (correction.rate - 1) * 0.2;
      }
      expect(Math.abs(drift)).toBeLessThanOrEqual(0.05);
    }),
  );
});

it("learns how long seeks take here", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1.9, noNaN: true }), (seconds) => {
      const learned = learnSeekTime(0.1, 0.1 - seconds);
      expect(learned).toBeCloseTo(seconds);
      expect(learnSeekTime(learned, learned - seconds)).toBeCloseTo(seconds);
    }),
  );
});

it("bounds what a single slow seek teaches", () => {
  expect(learnSeekTime(0, -60)).toBe(2);
  expect(learnSeekTime(0.5, 60)).toBe(0);
});
