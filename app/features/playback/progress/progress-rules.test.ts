import { describe, expect, it } from "vitest";
import {
  nextEpisodeToPlay,
  isCompleted,
  isNewer,
  resumePosition,
  watchedFraction,
} from "./progress-rules";

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

describe("the episode to play", () => {
  const watched = { position: 0, duration: 1000, watched: true };
  const underWay = { position: 400, duration: 1000, watched: false };

  it("is the first one with a stream", () => {
    expect(nextEpisodeToPlay([3, 4], {})).toEqual({ number: 3, kind: "begin" });
    expect(nextEpisodeToPlay([], { 1: underWay })).toBeNull();
  });

  it("is the one in progress, else the first that was not watched", () => {
    const next = (progress: Record<number, typeof watched>) =>
      nextEpisodeToPlay([1, 2, 3], progress);
    expect(next({ 1: watched, 2: underWay })).toEqual({ number: 2, kind: "continue" });
    expect(next({ 1: underWay })).toEqual({ number: 1, kind: "continue" });
    expect(next({ 3: underWay })).toEqual({ number: 3, kind: "continue" });
    expect(next({ 1: watched })).toEqual({ number: 2, kind: "continue" });
    expect(next({ 1: { ...underWay, position: 1 } })).toEqual({ number: 1, kind: "begin" });
    expect(next({ 1: watched, 3: watched })).toEqual({ number: 2, kind: "continue" });
    expect(next({ 2: watched })).toEqual({ number: 1, kind: "begin" });
  });

  it("is the first again once all that can be played were watched", () => {
    const seen = { 4: watched, 5: watched, 6: watched };
    expect(nextEpisodeToPlay([4, 5, 6], seen)).toEqual({ number: 4, kind: "again" });
    const replayed = { ...seen, 5: { ...watched, position: 400 } };
    expect(nextEpisodeToPlay([4, 5, 6], replayed)).toEqual({ number: 4, kind: "again" });
  });
});
