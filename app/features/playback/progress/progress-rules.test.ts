import { describe, expect, it } from "vitest";
import {
  nextEpisodeToPlay,
  sinceRewatch,
  type EpisodeSpan,
  type Progress,
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

describe("what a title's page offers", () => {
  const SPAN = { total: 12, lastAired: null, filler: [] };
  const watched = { position: 0, duration: 1000, watched: true };
  const half = (age: number) => ({ position: 400, duration: 1000, watched: false, age });
  const offer = (progress: Record<number, Progress>, span: Partial<EpisodeSpan> = {}) =>
    nextEpisodeToPlay([3, 4, 5], progress, { ...SPAN, ...span });

  it("is nothing where nothing plays", () => {
    expect(nextEpisodeToPlay([], { 1: half(1) }, SPAN)).toBeNull();
  });

  it("is the half-watched episode that was played last", () => {
    expect(offer({ 3: half(5), 5: half(9) })).toEqual({ number: 3, kind: "continue" });
    expect(offer({ 3: half(9), 5: half(5) })).toEqual({ number: 5, kind: "continue" });
    expect(offer({ 3: { ...half(1), position: 4.9 }, 4: half(5) })?.number).toBe(4);
    expect(offer({ 1: { ...half(1), position: 5 } })).toEqual({ number: 1, kind: "missing" });
  });

  it("begins with what is first, here or not", () => {
    expect(offer({})).toEqual({ number: 1, kind: "missing" });
    expect(offer({}, { filler: [[1, 2]] })).toEqual({ number: 3, kind: "begin" });
    expect(offer({ 1: watched, 2: watched })).toEqual({ number: 3, kind: "continue" });
  });

  it("is to watch again once all that was broadcast is seen", () => {
    const seen = { 3: watched, 4: watched, 5: watched };
    expect(offer(seen)).toEqual({ number: 6, kind: "missing" });
    const all = { 1: watched, 2: watched, ...seen };
    expect(offer(all, { lastAired: 5 })).toEqual({ number: 3, kind: "again" });
    expect(offer(all, { total: 5, filler: [[3, 3]] })).toEqual({ number: 4, kind: "again" });
  });
});

it("a rewatch leaves positions from before its first day behind", () => {
  const progress = { 1: { position: 400, duration: 1000, watched: false, age: 3 * 86_400 } };
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  expect(sinceRewatch(progress, day(1))[1]?.position).toBe(0);
  expect(sinceRewatch(progress, day(2))[1]?.position).toBe(400);
  expect(sinceRewatch(progress, null)).toBe(progress);
});
