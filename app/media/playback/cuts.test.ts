import { describe, expect, it } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { cutAtKeyframes, cutEvenly, divideLong, spacedKeyframes } from "./cuts";

describe("encoded segments", () => {
  const divided = (end: number) =>
    divideLong([{ start: 10, end, offset: 5 }]).map((segment) => [segment.start, segment.end]);

  it("are divided when the key frames are more than twelve seconds apart", () => {
    expect(divided(22)).toEqual([[10, 22]]);
    expect(divided(22.1)).toEqual([
      [10, 16],
      [16, 22],
      [22, 22.1],
    ]);
    expect(divided(40)).toHaveLength(5);
  });

  it("stay whole when they are more than five minutes apart", () => {
    expect(divided(310)).toHaveLength(50);
    expect(divided(310.1)).toEqual([[10, 310.1]]);
  });
});

describe("even segments", () => {
  it("are at most 50,000", () => {
    const segments = cutEvenly(10, 10 + 50_000 * 6, 6);
    expect(segments).toHaveLength(50_000);
    expect(segments.at(-1)).toEqual({ start: 300_004, end: 300_010, offset: null });
    expect(() => cutEvenly(10, 10 + 50_001 * 6, 6)).toThrow(UnreadableMedia);
    expect(() => cutEvenly(0, Infinity, 6)).toThrow(UnreadableMedia);
  });
});

describe("key frames", () => {
  const every = (seconds: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ time: index * seconds, offset: index }));

  it("make at most 50,000 segments", () => {
    expect(cutAtKeyframes(every(6, 50_000), 1e6)).toHaveLength(50_000);
    expect(() => cutAtKeyframes(every(6, 50_001), 1e6)).toThrow(UnreadableMedia);
  });

  it("stay where segments start, and every two seconds between", () => {
    const frames = every(0.5, 60);
    const segments = cutAtKeyframes(frames, 30);
    expect(segments.map(({ start }) => start)).toEqual([0, 6, 12, 18, 24]);
    const times = spacedKeyframes(frames, segments).map(({ time }) => time);
    expect(times).toEqual(Array.from({ length: 15 }, (_, index) => index * 2));
  });

  it("go only where another is less than two seconds before", () => {
    const frames = [0, 1.9, 7, 11, 30].map((time) => ({ time, offset: null }));
    const kept = spacedKeyframes(frames, cutAtKeyframes(frames, 40));
    expect(kept.map(({ time }) => time)).toEqual([0, 7, 11, 30]);
  });
});
