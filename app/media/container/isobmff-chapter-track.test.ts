import { describe, expect, it } from "vitest";
import { FileBytes } from "./file-bytes.server";
import { readTrackChapters } from "./isobmff-chapter-track";

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...parts]);
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}

function textOf(title: string | Buffer): Buffer {
  const content = Buffer.from(title);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  return Buffer.concat([length, content]);
}

interface Film {
  titles: readonly (string | Buffer)[];
  /** Seconds of each chapter. */
  lengths: readonly number[];
  delay?: number;
  format?: string;
  reference?: number;
  sizes?: readonly number[];
  times?: Buffer;
}

/** A film of two tracks, of which the first refers to the texts of the second, two in a chunk. */
async function read({
  titles,
  lengths,
  delay = 0,
  format = "text",
  reference = 2,
  sizes,
  times,
}: Film) {
  const samples = titles.map(textOf);
  const offsets = samples.map((_, index) =>
    samples.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const chunks = offsets.filter((_, index) => index % 2 === 0);
  const head = (id: number) => box("tkhd", words(0, 0, 0, id));
  const bytes = sizes ?? samples.map(({ length }) => length);
  const isOdd = samples.length % 2 === 1 && samples.length > 1;
  const runs = isOdd
    ? [
        [1, 2],
        [chunks.length, 1],
      ]
    : [[1, 2]];
  const tables = box(
    "stbl",
    box("stsd", words(0, 1, 16), Buffer.from(format), words(0)),
    times === undefined
      ? box("stts", words(0, lengths.length, ...lengths.flatMap((length) => [1, length * 600])))
      : box("stts", times),
    box("stsz", words(0, 0, bytes.length, ...bytes)),
    box(
      "stsc",
      words(0, runs.length, ...runs.flatMap(([first = 1, count = 1]) => [first, count, 1])),
    ),
    box("stco", words(0, chunks.length, ...chunks)),
  );
  const moov = Buffer.concat([
    box("mvhd", words(0, 0, 0, 1_000, 0)),
    box("trak", head(1), box("tref", box("chap", words(reference)))),
    box(
      "trak",
      head(2),
      box("edts", box("elst", words(0, 1, delay * 1_000, delay > 0 ? 0xffffffff : 0, 0x10000))),
      box("mdia", box("mdhd", words(0, 0, 0, 600, 0)), box("minf", tables)),
    ),
  ]);
  const file = Buffer.concat(samples);
  const handle = {
    read: (buffer: Buffer, offset: number, length: number, position: number) =>
      Promise.resolve({
        bytesRead: file.copy(buffer, offset, position, position + length),
        buffer,
      }),
  };
  return readTrackChapters(moov, new FileBytes(handle as never, file.length));
}

describe("a track of chapters", () => {
  it("has a title for each sample, in UTF-8 or UTF-16", async () => {
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("Ende", "utf16le").swap16()]);
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Fin", "utf16le")]);
    expect(
      await read({ titles: ["Intro", "第三", "", big, little], lengths: [2, 3, 4, 5, 6] }),
    ).toEqual([
      { title: "Intro", start: 0, end: null },
      { title: "第三", start: 2, end: null },
      { title: null, start: 5, end: null },
      { title: "Ende", start: 9, end: null },
      { title: "Fin", start: 14, end: null },
    ]);
  });

  it("starts after an empty edit", async () => {
    expect(await read({ titles: ["Late"], lengths: [2], delay: 5 })).toEqual([
      { title: "Late", start: 5, end: null },
    ]);
  });

  it("is one of texts that another track refers to", async () => {
    expect(await read({ titles: ["A"], lengths: [1], reference: 3 })).toEqual([]);
    expect(await read({ titles: ["A"], lengths: [1], format: "jpeg" })).toEqual([]);
  });

  it("is bounded, whatever its tables claim", async () => {
    const titles = Array.from({ length: 1_001 }, (_, index) => `${index}`);
    const all = await read({ titles, lengths: titles.map(() => 1) });
    expect([all.length, all.at(-1)]).toEqual([1_000, { title: "999", start: 999, end: null }]);
    const claims = words(0, 1, 0xffffffff, 600);
    expect(await read({ titles: ["A"], lengths: [], times: claims })).toHaveLength(1);
    const [long] = await read({ titles: ["A"], lengths: [1], sizes: [0xffffffff] });
    expect(long).toEqual({ title: "A", start: 0, end: null });
  });
});
