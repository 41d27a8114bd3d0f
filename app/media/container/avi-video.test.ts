import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSingleIndex } from "./avi-index.server";
import { readAviFrames, readAviVideo } from "./avi-video.server";
import { FileBytes } from "./file-bytes.server";

const FILM = readFileSync("tests/fixtures/containers/xvid-mp3.avi");
/** An offset beyond what 32 bits can address. */
const SECOND_RIFF = 5_000_000_000;
const SIZE = 8_000_000_000;

/** A file whose bytes are given at some places, and 0 elsewhere. */
function sparseFile(places: readonly [offset: number, content: Buffer][], size = SIZE): FileBytes {
  const read = (buffer: Buffer, at: number, length: number, position: number) => {
    buffer.fill(0, at, at + length);
    for (const [offset, content] of places) {
      const from = Math.max(position, offset);
      const to = Math.min(position + length, offset + content.length);
      if (from < to) content.copy(buffer, at + from - position, from - offset, to - offset);
    }
    return Promise.resolve({ bytesRead: Math.min(length, size - position), buffer });
  };
  return new FileBytes({ read: read as never }, size);
}

const film = () => sparseFile([[0, FILM]], FILM.length);
/** Lists all chunks but the empty one that its encoder was late by. */
const listChunks = async () =>
  ((await readSingleIndex(film(), "00")) ?? []).filter(({ size }) => size > 0);

interface Listed {
  offset: number;
  size: number;
  isKey: boolean;
}

/** A standard index chunk: 8 bytes for each chunk, from `base` on. */
function indexPart(chunks: readonly Listed[], base: number): Buffer {
  const part = Buffer.alloc(32 + chunks.length * 8);
  part.write("ix00", 0, "latin1");
  part.writeUInt32LE(part.length - 8, 4);
  part.writeUInt16LE(2, 8);
  part[11] = 1;
  part.writeUInt32LE(chunks.length, 12);
  part.write("00dc", 16, "latin1");
  part.writeBigUInt64LE(BigInt(base), 20);
  for (const [index, { offset, size, isKey }] of chunks.entries()) {
    part.writeUInt32LE(offset, 32 + index * 8);
    part.writeUInt32LE((isKey ? size : size + 0x80_00_00_00) >>> 0, 36 + index * 8);
  }
  return part;
}

/** The film with an `indx` of the parts in the room that ffmpeg leaves for it. */
function withParts(parts: readonly number[]): Buffer {
  const head = Buffer.from(FILM);
  const at = head.indexOf("JUNK", head.indexOf("strf"));
  head.write("indx", at, "latin1");
  head.writeUInt16LE(4, at + 8);
  head.writeUInt16LE(0, at + 10);
  head.writeUInt32LE(parts.length, at + 12);
  head.write("00dc", at + 16, "latin1");
  for (const [part, offset] of parts.entries())
    head.writeBigUInt64LE(BigInt(offset), at + 32 + part * 16);
  return head;
}

describe("a film of several RIFFs, as those of 2 GB and more are", () => {
  const FIRST_PART = 6_000_000_000;
  const SECOND_PART = 7_000_000_000;

  /** The first ten chunks at the start, and the others behind 5 GB. */
  async function longFilm({ first = FIRST_PART, change = (part: Buffer) => part } = {}) {
    const listed = await listChunks();
    return sparseFile([
      [0, withParts([first, SECOND_PART])],
      [SECOND_RIFF, FILM],
      [FIRST_PART, change(indexPart(listed.slice(0, 10), 0))],
      [SECOND_PART, indexPart(listed.slice(10), SECOND_RIFF)],
    ]);
  }

  it("has all frames in order", async () => {
    const [short, long] = [await readAviVideo(film()), await readAviVideo(await longFilm())];
    if (short === null || long === null) throw new Error("no video");
    const { offsets, sizes } = short.chunks;
    expect(sizes.length).toBeGreaterThan(20);
    const moved = offsets.map((offset, index) => (index < 10 ? offset : offset + SECOND_RIFF));
    expect(long).toEqual({ ...short, chunks: { offsets: moved, sizes } });
    for (const cut of short.cuts.keys())
      expect(await readAviFrames(await longFilm(), long, cut)).toEqual(
        await readAviFrames(film(), short, cut),
      );
  });

  it.each([
    ["names a part outside of the file", { first: SIZE - 10 }],
    ["names a part that is none", { first: 1_000_000_000 }],
    ["counts a chunk more than there is room for", { change: withCount(11) }],
    ["lists what lies outside of the file", { change: withBase(SIZE) }],
  ])("is not read by an index that %s", async (_, lie) => {
    expect(await readAviVideo(await longFilm(lie))).toBeNull();
  });
});

describe("a chunk", () => {
  const PART = 6_000_000_000;
  const CHUNK = 3_000_000_000;

  /** The film with one chunk more, at its end. */
  const read = async (content: Buffer, size = content.length) =>
    readAviVideo(
      sparseFile([
        [0, withParts([PART])],
        [PART, indexPart([...(await listChunks()), { offset: CHUNK, size, isKey: false }], 0)],
        [CHUNK, content],
      ]),
    );
  const damaged = { texts: ["media.liesAboutStructure"] };

  it("has at most 16 MiB", async () => {
    const most = 16 * 1024 * 1024;
    expect(await read(Buffer.alloc(0), most)).not.toBeNull();
    await expect(read(Buffer.alloc(0), most + 1)).rejects.toMatchObject(damaged);
  });

  it("has at most 100 frames", async () => {
    const frames = (count: number) =>
      Buffer.alloc(count * 8, Buffer.from("000001b670000000", "hex"));
    expect(await read(frames(100))).not.toBeNull();
    await expect(read(frames(101))).rejects.toMatchObject(damaged);
  });
});

function withCount(count: number) {
  return (part: Buffer) => {
    part.writeUInt32LE(count, 12);
    return part;
  };
}

function withBase(base: number) {
  return (part: Buffer) => {
    part.writeBigUInt64LE(BigInt(base), 20);
    return part;
  };
}
