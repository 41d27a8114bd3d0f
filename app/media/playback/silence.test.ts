import { describe, expect, it } from "vitest";
import type { Packet, TrackConfig } from "./packets";
import { fillGaps } from "./silence";

const configOf = (codec: string, audio: Partial<AudioDecoderConfig> = {}): TrackConfig => ({
  codec,
  video: null,
  audio: {
    codec: codec === "aac" ? "mp4a.40.2" : codec,
    numberOfChannels: 2,
    sampleRate: 48_000,
    ...audio,
  },
});
const AAC = configOf("aac", { description: Buffer.from("1190", "hex") });
const FRAME = 1_024 / 48_000;

/** Frames of sound from one time to another, on a grid from `origin`. */
const sound = (from: number, until: number, origin = from): Packet[] => {
  const packets: Packet[] = [];
  for (
    let index = Math.ceil((from - origin) / FRAME - 1e-6);
    origin + index * FRAME < until;
    index += 1
  )
    packets.push({
      data: Buffer.from("sound"),
      time: origin + index * FRAME,
      duration: FRAME,
      isKey: true,
    });
  return packets;
};

/** The largest gap or overlap between frames. */
const largestStep = (packets: readonly Packet[]) =>
  Math.max(
    0,
    ...packets.slice(1).map(({ time }, index) => {
      const before = packets[index];
      return before === undefined ? 0 : Math.abs(time - before.time - before.duration);
    }),
  );

describe("fillGaps", () => {
  const segments = [
    { start: 0, end: 6, offset: null },
    { start: 6, end: 12, offset: null },
    { start: 12, end: 18, offset: null },
  ];
  /** What all segments of a track are together. */
  const filled = (packets: readonly Packet[], origin: number) =>
    segments.flatMap((segment, index) =>
      fillGaps(
        packets.filter(
          ({ time }) => time + FRAME / 2 >= segment.start && time + FRAME / 2 < segment.end,
        ),
        { config: AAC, segment, isLast: index === segments.length - 1, origin },
      ),
    );

  it.each([0, 0.01, 2.57, 5.999, 9, 13])(
    "puts silence before sound that begins at %s s",
    (first) => {
      const packets = sound(first, 17);
      const all = filled(packets, first);
      expect(all[0]?.time).toBeLessThan(FRAME);
      expect(largestStep(all)).toBeLessThan(1e-9);
      expect(all.filter(({ data }) => data.length === 5)).toEqual(packets);
      expect(all.at(-1)).toEqual(packets.at(-1));
    },
  );

  it.each([
    ["whole frames", 4 + 100 * FRAME],
    ["another length", 4.0123],
    ["more than a segment", 13.37],
  ])("fills a gap of %s in the middle", (_name, again) => {
    const packets = [...sound(0, 2), ...sound(again, 17)];
    const all = filled(packets, 0);
    // The silence ends less than a frame from each end.
    expect(largestStep(all)).toBeLessThan(2 * FRAME);
    expect(all.filter(({ data }) => data.length === 5)).toEqual(packets);
  });

  it("adds none to sound without gaps, whose times are rounded, and none after its end", () => {
    const packets = sound(0, 15).map((packet, index) => ({
      ...packet,
      time: packet.time + (index % 3) * 0.0005,
    }));
    expect(filled(packets, 0)).toEqual(packets);
  });

  it("ends where no number counts the frames", () => {
    const config = configOf("aac", { description: Buffer.from("1190", "hex"), sampleRate: 4e9 });
    for (let start = 1e11; start < 1e11 + 50; start += 1) {
      const segment = { start, end: start + 6, offset: null };
      const added = fillGaps([], { config, segment, isLast: false, origin: 0.1 });
      expect(added.length).toBeLessThanOrEqual(20_000);
    }
  });

  // The frame before the segment counts.
  it.each([
    [19_999, 19_999],
    [20_000, 19_999],
  ])("of a silence of %i frames in one segment fills %i", (frames, added) => {
    const segment = { start: 0, end: 1_000, offset: null };
    const packets = sound(frames * FRAME, (frames + 1) * FRAME, 0);
    const all = fillGaps(packets, { config: AAC, segment, isLast: true, origin: 0 });
    expect(all.length - packets.length).toBe(added);
    expect(all.at(-1)).toEqual(packets.at(-1));
  });

  it("leaves sound of a codec without simple silence as it is", () => {
    const packets = sound(2, 5);
    const options = { segment: { start: 0, end: 6, offset: null }, isLast: false, origin: 2 };
    expect(fillGaps(packets, { ...options, config: configOf("dts") })).toEqual(packets);
  });
});
