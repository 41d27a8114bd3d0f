import { describe, expect, it } from "vitest";
import { parseFrames, placeFrames, toAnchor, type ListedFrame } from "./frame-places";

const RATE = 48_000;
const frames = (time: number, ...counts: number[]): ListedFrame[] => {
  let next = time;
  return counts.map((count) => {
    const frame = { time: next, count, sampleRate: RATE };
    next += count;
    return frame;
  });
};
const never = (): never => {
  throw new Error("no anchor");
};

describe("places of decoded frames", () => {
  const anchorOf = (...counts: number[]) => toAnchor(frames(0, ...counts), 0) ?? never();
  const anchor = anchorOf(512, 512, 512, 512, 100);

  it("are read from ffmpeg's messages", () => {
    const line = (time: number, count: number) =>
      `[Parsed_ashowinfo_0 @ 0x5] n:0 pts:${time} pts_time:1.4 pos:8 fmt:fltp channels:2 ` +
      `chlayout:stereo rate:48000 nb_samples:${count} checksum:01181F12`;
    expect(parseFrames(`size= 4kB ${line(-20, 96)}\nother\n${line(76, 512)}\n`)).toEqual(
      frames(-20, 96, 512),
    );
  });

  it("are counted from the anchor when their times are rounded to milliseconds", () => {
    // A frame starts at 4 s; its time may be told up to half a millisecond off.
    for (const off of [-24, -7, 0, 7, 24])
      expect(placeFrames(frames(off - 400, 400, 512), anchor, 4)).toEqual([
        { position: 192_000 - 400, count: 400 },
        { position: 192_000, count: 512 },
      ]);
  });

  it("are those told when frames differ in length or are too short", () => {
    for (const counts of [
      [512, 128, 512, 100],
      [40, 40, 40, 40],
    ]) {
      const [placed] = placeFrames(frames(7, 400), anchorOf(...counts), 4);
      expect(placed).toEqual({ position: 192_007, count: 400 });
    }
  });

  it("are counted where times are only right to a frame", () => {
    const coarse = toAnchor(frames(0, 1_152, 1_152, 1_152), 0, { isCoarse: true }) ?? never();
    // Frame 167 starts at 4.008 s.
    for (const off of [-500, 0, 500])
      expect(placeFrames(frames(off, 1_152), coarse, 4.008)[0]?.position).toBe(192_384);
  });

  it("follow each other but for a gap", () => {
    const late = [...frames(0, 512), ...frames(520, 512), ...frames(48_120, 512)];
    expect(placeFrames(late, anchor, 0).map(({ position }) => position)).toEqual([0, 512, 48_128]);
  });

  it("are on the clock of what plays", () => {
    expect(toAnchor(frames(71_200, 512, 512, 512), 1.4)).toEqual({
      sampleRate: RATE,
      boundary: 71_200 - 67_200 + 512,
      frameSamples: 512,
      tolerance: 96,
    });
    expect(toAnchor([], 0)).toBeNull();
  });
});
