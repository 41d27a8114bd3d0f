import { describe, expect, it } from "vitest";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { cutEvenly, divideLong } from "./cuts";

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
  it("are at most 200,000", () => {
    const segments = cutEvenly(10, 10 + 200_000 * 6, 6);
    expect(segments).toHaveLength(200_000);
    expect(segments.at(-1)).toEqual({ start: 1_200_004, end: 1_200_010, offset: null });
    expect(() => cutEvenly(10, 10 + 200_001 * 6, 6)).toThrow(UnreadableMedia);
    expect(() => cutEvenly(0, Infinity, 6)).toThrow(UnreadableMedia);
  });
});
