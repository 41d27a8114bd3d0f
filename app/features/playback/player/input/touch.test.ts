import { expect, it } from "vitest";
import { doubleTapSeconds } from "./touch";

const tap = (at: number, part: number) => ({ at, part });

it("seeks ten seconds on a double tap on the same outer third", () => {
  expect(doubleTapSeconds(tap(0, 0.1), tap(350, 0.2))).toBe(-10);
  expect(doubleTapSeconds(tap(0, 0.9), tap(200, 0.8))).toBe(10);
});

it("ignores single taps, slow ones and those elsewhere", () => {
  expect(doubleTapSeconds(null, tap(0, 0.1))).toBeNull();
  expect(doubleTapSeconds(tap(0, 0.1), tap(351, 0.1))).toBeNull();
  expect(doubleTapSeconds(tap(0, 0.1), tap(100, 0.9))).toBeNull();
  expect(doubleTapSeconds(tap(0, 0.5), tap(100, 0.5))).toBeNull();
});
