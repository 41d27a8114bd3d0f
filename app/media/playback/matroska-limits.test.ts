import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FileBytes } from "~/media/container/file-bytes.server";
import { scanKeyframes } from "~/media/container/matroska/describe-matroska.server";
import { readMatroskaHead } from "~/media/container/matroska/read-head.server";
import { readFrames, scanBlocks } from "~/media/container/matroska/scan-blocks.server";
import { readIndex, scanTimeline, withTimeline } from "./read-index.server";
import { createSegmentCopier } from "./copy-segment.server";
import { readMatroskaVideo } from "./read-packets.server";
import { SEGMENT_LIMITS } from "./run-options";

const MEBIBYTE = 1024 * 1024;

function element(id: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, "hex"), size, content]);
}
const byte = (id: string, value: number) => element(id, Buffer.from([value]));

const ZLIB = byte("4254", 0);
const stripped = (header: Buffer) => Buffer.concat([byte("4254", 3), element("4255", header)]);

/** A film of one video track, which is packed as `compression` says, and of one cluster. */
function film(compression: Buffer, ...blocks: Buffer[]): FileBytes {
  const track = element(
    "ae",
    byte("d7", 1),
    byte("83", 1),
    element("86", Buffer.from("V_VP8")),
    element("e0", byte("b0", 64), byte("ba", 36)),
    element("6d80", element("6240", element("5034", compression))),
  );
  const content = Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from("matroska"))),
    element("18538067", element("1654ae6b", track), element("1f43b675", byte("e7", 0), ...blocks)),
  ]);
  const read = (buffer: Buffer, at: number, length: number, position: number) =>
    Promise.resolve({ bytesRead: content.copy(buffer, at, position, position + length), buffer });
  return new FileBytes({ read: read as never }, content.length);
}

/** A key frame, or several in one block. */
function block(...frames: Buffer[]): Buffer {
  const isLaced = frames.length > 1;
  const sizes = frames
    .slice(0, -1)
    .flatMap(({ length }) => [
      Buffer.alloc(Math.floor(length / 255), 255),
      Buffer.from([length % 255]),
    ]);
  return element(
    "a3",
    Buffer.from([0x81, 0, 0, isLaced ? 0x82 : 0x80]),
    ...(isLaced ? [Buffer.from([frames.length - 1]), ...sizes] : []),
    ...frames,
  );
}

const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes));

/** How many bytes the frames of the first block have. */
async function unpack(bytes: FileBytes): Promise<number> {
  const file = await readMatroskaHead(bytes);
  const [track] = file.tracks;
  const blocks = scanBlocks(file, bytes, { from: file.firstCluster ?? 0, wants: () => true });
  if (track !== undefined)
    for await (const first of blocks) {
      const frames = await readFrames(bytes, first, track);
      return frames.reduce((sum, { length }) => sum + length, 0);
    }
  throw new Error("there is no block");
}

describe("a block", () => {
  it("unpacks to 64 MiB and no more, in however many frames", async () => {
    const half = packed(32 * MEBIBYTE);
    expect(await unpack(film(ZLIB, block(half, half)))).toBe(64 * MEBIBYTE);
    const tooMuch = film(ZLIB, block(half, packed(32 * MEBIBYTE + 1)));
    await expect(unpack(tooMuch)).rejects.toMatchObject({ texts: ["media.liesAboutStructure"] });
    const nothingLeft = film(ZLIB, block(half, half, packed(1)));
    await expect(unpack(nothingLeft)).rejects.toMatchObject({
      texts: ["media.liesAboutStructure"],
    });
  });

  it("counts the header that each frame gets back", async () => {
    const header = stripped(Buffer.alloc(MEBIBYTE));
    const empty = Array.from({ length: 63 }, () => Buffer.alloc(0));
    expect(await unpack(film(header, block(...empty, Buffer.alloc(0))))).toBe(64 * MEBIBYTE);
    const tooMuch = film(header, block(...empty, Buffer.alloc(1)));
    await expect(unpack(tooMuch)).rejects.toMatchObject({ texts: ["media.liesAboutStructure"] });
  });
});

describe("a group of a block", () => {
  /** A key frame after as many empty elements. */
  const group = (empty: number) =>
    element(
      "a0",
      Buffer.alloc(2 * empty, Buffer.from("ec80", "hex")),
      element("a1", Buffer.from([0x81, 0, 0, 0]), packed(1)),
    );

  it("has at most 1,000 elements", async () => {
    expect(await unpack(film(ZLIB, group(999)))).toBe(1);
    await expect(unpack(film(ZLIB, group(1_000)))).rejects.toMatchObject({
      texts: ["media.liesAboutStructure"],
    });
  });
});

describe("a segment", () => {
  /** How many packets the first segment has. */
  const read = async (bytes: FileBytes) => {
    const head = await readIndex(bytes);
    const index = withTimeline(head, await scanTimeline(bytes, head));
    const [segment] = index.timeline.segments;
    if (segment === undefined) throw new Error("there is no segment");
    if (head.matroska === null) throw new Error("no Matroska");
    const options = { bytes, track: 1, segment, isFirst: true, isLast: true };
    return (await readMatroskaVideo(head.matroska, options)).packets.length;
  };

  it("has at most 400,000 frames", async () => {
    const bytes = film(ZLIB, block(packed(1)), block(packed(1)));
    const { matroska } = await readIndex(bytes);
    if (matroska === null) throw new Error("no Matroska");
    const segment = { start: 0, end: 1, offset: matroska.firstCluster };
    const options = { bytes, track: 1, segment, isFirst: true, isLast: true };
    const readUpTo = (frames: number) =>
      readMatroskaVideo(matroska, { ...options, limits: { ...SEGMENT_LIMITS, frames } });
    expect(SEGMENT_LIMITS.frames).toBe(400_000);
    expect((await readUpTo(2)).packets).toHaveLength(2);
    await expect(readUpTo(1)).rejects.toMatchObject({ texts: ["media.segmentTooLarge"] });
  });

  it("unpacks to 128 MiB and no more", async () => {
    const half = block(packed(64 * MEBIBYTE));
    expect(await read(film(ZLIB, half, half))).toBe(2);
    await expect(read(film(ZLIB, half, half, block(packed(1))))).rejects.toMatchObject({
      texts: ["media.segmentTooLarge"],
    });
  });
});

describe("a segment that is copied", () => {
  const frame = block(packed(1));
  const inWorker = {
    ...{ init: Buffer.alloc(0), media: Buffer.alloc(0) },
    ...{ first: null, next: null, hasGap: false },
  };

  /** Whether a worker makes the first segment of a film of so many frames. */
  const isLeftToWorker = async (frames: number) => {
    const bytes = film(ZLIB, frame, Buffer.alloc(frames * frame.length, frame));
    const head = await readIndex(bytes);
    const index = withTimeline(head, await scanTimeline(bytes, head));
    const [segment] = index.timeline.segments;
    if (segment === undefined) throw new Error("there is no segment");
    const copy = createSegmentCopier({ makeSegment: () => Promise.resolve(inWorker) });
    const { signal } = new AbortController();
    const made = await copy({
      ...{ file: { path: "", version: "" }, index, bytes, kind: "video", track: 1, segment },
      ...{ isFirst: true, isLast: true, zero: 0, client: "", signal },
    });
    return made === inWorker;
  };

  it("is left to a worker from 5,001 frames on", async () => {
    expect(await isLeftToWorker(4_999)).toBe(false);
    expect(await isLeftToWorker(5_000)).toBe(true);
  });
});

describe("a film without Cues", () => {
  const scan = async (keyframes: number) => {
    const bytes = film(ZLIB, Buffer.alloc(6 * keyframes, Buffer.from("a38481000080", "hex")));
    return scanKeyframes(await readMatroskaHead(bytes), bytes);
  };

  it("has at most 200,000 key frames", { tags: "rest" }, async () => {
    expect((await scan(200_000)).keyframes).toHaveLength(1);
    await expect(scan(200_001)).rejects.toMatchObject({ texts: ["media.headTooLarge"] });
  });
});
