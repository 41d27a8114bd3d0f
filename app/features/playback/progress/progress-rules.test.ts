import { describe, expect, it } from "vitest";
import { isCompleted } from "~/features/catalog/episodes/half-watched";
import { isNewer, resumePosition, watchedFraction } from "./progress-rules";

describe("an episode", () => {
  it("is completed at ninety per cent and not just before", () => {
    expect(isCompleted(899.9, 1000)).toBe(false);
    expect(isCompleted(900, 1000)).toBe(true);
  });

  it("is not completed while its length is unknown", () => {
    expect(isCompleted(5000, null)).toBe(false);
    expect(isCompleted(0, 0)).toBe(false);
  });
});

describe("playback resumes", () => {
  it("at the last position", () => {
    expect(resumePosition({ position: 400, duration: 1000, watched: false })).toBe(400);
    expect(resumePosition({ position: 400, duration: null, watched: false })).toBe(400);
  });

  it("at the last position of a second viewing", () => {
    expect(resumePosition({ position: 400, duration: 1000, watched: true })).toBe(400);
  });

  it("at the start when nothing was watched, after a glance, and after a finished episode", () => {
    expect(resumePosition(null)).toBe(0);
    expect(resumePosition({ position: 4.9, duration: 1000, watched: false })).toBe(0);
    expect(resumePosition({ position: 5, duration: 1000, watched: false })).toBe(5);
    expect(resumePosition({ position: 950, duration: 1000, watched: true })).toBe(0);
  });
});

describe("the watched part", () => {
  it("is the position's share of the length, and everything once watched", () => {
    expect(watchedFraction({ position: 250, duration: 1000, watched: false })).toBe(0.25);
    expect(watchedFraction({ position: 1500, duration: 1000, watched: false })).toBe(1);
    expect(watchedFraction({ position: 250, duration: 1000, watched: true })).toBe(1);
    expect(watchedFraction({ position: 250, duration: null, watched: false })).toBe(0);
  });
});

describe("local progress", () => {
  const stored = { position: 10, duration: 100, watched: false, age: 60 };

  it("wins when it is as recent as the server's, or more recent", () => {
    expect([939_999, 940_000, 999_000].map((at) => isNewer(at, stored, 1_000_000))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("wins when the server has none", () => {
    for (const nothing of [null, undefined, { position: 0, duration: null, watched: false }])
      expect(isNewer(0, nothing, 1_000_000)).toBe(true);
  });
});
