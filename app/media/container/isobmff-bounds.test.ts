import { describe, expect, it } from "vitest";
import { checkTables } from "./isobmff-bounds";
import { UnreadableMedia } from "./unreadable-media";

function box(type: string, ...parts: (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part.flatMap(toBytes)))),
  );
  return Buffer.concat([Buffer.from(toBytes(content.length + 8)), Buffer.from(type), content]);
}

function toBytes(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
}

const HUGE = 4_000_000_000;
const tables = {
  stts: box("stts", [0, 1, 3, 512]),
  stsz: box("stsz", [0, 0, 3, 10, 20, 30]),
  stsc: box("stsc", [0, 1, 1, 3, 1]),
  stco: box("stco", [0, 1, 48]),
};
const movie = (changed: Partial<Record<string, Buffer>> = {}) =>
  box("trak", box("mdia", box("minf", box("stbl", ...Object.values({ ...tables, ...changed })))));
const fragment = (run: Buffer) => box("traf", run);

const because = (text: string) => expect.objectContaining({ texts: [text] }) as Error;

describe("checkTables", () => {
  it.each([
    ["a film", movie()],
    ["sound of equal samples", movie({ stsz: box("stsz", [0, 4, HUGE]) })],
    ["a film with reordered frames", movie({ ctts: box("ctts", [0, 1, 3, 1024]) })],
    ["key frames and long offsets", movie({ stss: box("stss", [0, 1, 1]) })],
    ["no samples, as before fragments", movie({ stco: box("stco", [0, 0]) })],
    ["a fragment", fragment(box("trun", [0x301, 2, 0, 512, 10, 512, 10]))],
    ["a fragment of defaults", fragment(box("trun", [0x0, 100]))],
    ["boxes of other kinds", box("udta", [HUGE, HUGE])],
  ])("accepts %s", (_, content) => {
    expect(() => checkTables(content)).not.toThrow();
  });

  it.each([
    ["times", movie({ stts: box("stts", [0, HUGE, 3, 512]) })],
    ["the samples of a time", movie({ stts: box("stts", [0, 1, HUGE, 512]) })],
    ["shifts", movie({ ctts: box("ctts", [0, HUGE]) })],
    ["the samples of a shift", movie({ ctts: box("ctts", [0, 1, HUGE, 1]) })],
    ["sizes", movie({ stsz: box("stsz", [0, 0, HUGE, 10]) })],
    ["short sizes", movie({ stsz: box("stz2", [0, 8, HUGE, 10]) })],
    ["sizes of no bits", movie({ stsz: box("stz2", [0, 0, HUGE]) })],
    ["chunks", movie({ stco: box("stco", [0, HUGE, 48]) })],
    ["long chunks", movie({ stco: box("co64", [0, HUGE, 0, 48]) })],
    ["runs of chunks", movie({ stsc: box("stsc", [0, HUGE, 1, 3, 1]) })],
    ["a run's first chunk", movie({ stsc: box("stsc", [0, 2, 1, 3, 1, HUGE, 3, 1]) })],
    ["a chunk's samples", movie({ stsc: box("stsc", [0, 1, 1, HUGE, 1]) })],
    ["key frames", movie({ stss: box("stss", [0, HUGE, 1]) })],
    ["a fragment's samples", fragment(box("trun", [0x100, HUGE, 512]))],
    ["a fragment's equal samples", fragment(box("trun", [0x0, HUGE]))],
    ["a box before its end", box("trak", [4, 0, 0])],
  ])("rejects a lie about %s", (_, content) => {
    expect(() => checkTables(content)).toThrow(UnreadableMedia);
  });

  it("counts sorted samples of all tracks up to its limit", () => {
    const track = (samples: number) =>
      movie({
        stts: box("stts", [0, 1, samples, 1]),
        ctts: box("ctts", [0, 1, samples, 0]),
        stsz: box("stsz", [0, 1, samples]),
      });
    expect(() => checkTables(Buffer.concat([track(1_000_000), track(500_000)]))).not.toThrow();
    expect(() => checkTables(Buffer.concat([track(1_000_000), track(500_001)]))).toThrow(
      because("media.headTooLarge"),
    );
  });

  it("counts the samples of a chunk up to its limit", () => {
    const chunk = (samples: number) => movie({ stsc: box("stsc", [0, 1, 1, samples, 1]) });
    expect(() => checkTables(chunk(100_000))).not.toThrow();
    expect(() => checkTables(chunk(100_001))).toThrow(because("media.headTooLarge"));
  });

  it("follows boxes to a limited depth", () => {
    const nested = (depth: number): Buffer =>
      depth === 0 ? box("free") : box("moov", nested(depth - 1));
    expect(() => checkTables(nested(8))).not.toThrow();
    expect(() => checkTables(nested(9))).toThrow(because("media.liesAboutStructure"));
  });
});
