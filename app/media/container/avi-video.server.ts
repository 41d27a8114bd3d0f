import { setImmediate as yieldToRequests } from "node:timers/promises";
import { listIndexParts, readIndexParts, readSingleIndex, type AviChunk } from "./avi-index.server";
import { MAX_KEYFRAMES, type Keyframe } from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import { UnreadableMedia } from "./unreadable-media";

/** MPEG-4 video of an AVI, which has neither times nor an order of display. */
export interface AviVideo {
  chunks: PlayedChunks;
  frameSeconds: number;
  /** The chunks of key frames at which segments may start, at least six seconds apart. */
  cuts: readonly (Keyframe & { chunk: number })[];
  end: number;
}

/** Positions of the chunks. An object for each would take ten times the memory. */
interface PlayedChunks {
  offsets: Float64Array;
  sizes: Uint32Array;
}

type Place = Pick<AviChunk, "offset" | "size">;

/** Frames in the order of decoding, as a raw stream, and their times in the order of display. */
export interface ElementaryVideo {
  stream: Buffer;
  times: number[];
}

const MAX_HEADER_BYTES = 1024 * 1024;
const MAX_STREAM_BYTES = 256 * 1024 * 1024;
/** No frame is as large; more is a file that lies. */
const MAX_CHUNK_BYTES = 16 * 1024 * 1024;
/** A million empty chunks are read from no disk, and requests would wait meanwhile. */
const CHUNKS_PER_TURN = 4_096;
/** A packed chunk has two. */
const MAX_VOPS = 100;
/** These bytes suffice for the type, the seconds since the frame before and the time. */
const VOP_HEAD_BYTES = 64;
const CUT_SECONDS = 6;
/** A run without a key frame that is longer is not read for a frame's time. */
const MAX_LAST_SECONDS = 60;
const MPEG_4 = /^(?:xvid|divx|dx50|fmp4|mp4v)$/i;

/** Returns null for other codecs and without an index of all. */
export async function readAviVideo(bytes: FileBytes): Promise<AviVideo | null> {
  const head = await readVideoHead(bytes);
  if (head === null) return null;
  const chunks =
    head.indexParts.length > 0
      ? await readIndexParts(bytes, head.indexParts)
      : await readSingleIndex(bytes, head.prefix);
  if (chunks === null || chunks.length === 0) return null;
  const { frameSeconds } = head;
  const delay = encoderDelay(chunks);
  const played = delay === 0 ? chunks : [...chunks.slice(0, 1), ...chunks.slice(1 + delay)];
  const timeBits = timeBitsOf(await streamHead(bytes, chunks[0]));
  const cuts: (Keyframe & { chunk: number })[] = [];
  for (const [chunk, { isKey }] of played.entries()) {
    const last = cuts.at(-1);
    if (!isKey || (last !== undefined && (chunk - last.chunk) * frameSeconds < CUT_SECONDS))
      continue;
    const shownAfter = await countLeading(bytes, played, chunk, timeBits);
    cuts.push({ chunk, time: (chunk + shownAfter) * frameSeconds, offset: null });
    if (cuts.length > MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
  }
  if (cuts.length === 0) return null;
  const places = {
    offsets: Float64Array.from(played, ({ offset }) => offset),
    sizes: Uint32Array.from(played, ({ size }) => size),
  };
  const video = { chunks: places, frameSeconds, cuts, end: played.length * frameSeconds };
  const lastSeconds = (played.length - (cuts.at(-1)?.chunk ?? 0)) * frameSeconds;
  if (lastSeconds > MAX_LAST_SECONDS) return video;
  // The last packed chunk may have a frame more than there are chunks.
  const { times } = await readAviFrames(bytes, video, cuts.length - 1);
  return { ...video, end: Math.max(video.end, (times.at(-1) ?? 0) + frameSeconds) };
}

/** The frames that are shown from the cut on until the next one. Throws `UnreadableMedia`. */
export async function readAviFrames(
  bytes: FileBytes,
  { chunks, frameSeconds, cuts }: AviVideo,
  cut: number,
): Promise<ElementaryVideo> {
  const [start, next] = [cuts[cut], cuts[cut + 1]];
  if (start === undefined) throw new UnreadableMedia("media.liesAboutStructure");
  const head = await streamHead(bytes, placeAt(chunks, 0));
  const timeBits = timeBitsOf(head);
  const parts = [head];
  const slots: number[] = [];
  let [size, coded, waiting, skipped] = [0, 0, 0, 0];
  let isLeading = true;
  let isAfterNext = false;
  for (let at = start.chunk; at < chunks.sizes.length; at += 1) {
    if (at % CHUNKS_PER_TURN === 0) await yieldToRequests();
    const place = placeAt(chunks, at);
    size += place.size;
    if (size > MAX_STREAM_BYTES) throw new UnreadableMedia("media.segmentTooLarge");
    const vops = await readVops(bytes, place, timeBits);
    let isDone = false;
    for (const { type, data } of vops) {
      // The next cut's frame is only decoded, for those before it that refer to it.
      isAfterNext ||= next !== undefined && at >= next.chunk;
      const isReference = type !== "B";
      if (isAfterNext && at > (next?.chunk ?? 0) && isReference) isDone = true;
      if (isDone) break;
      waiting += 1;
      // What refers to the frame before the cut is shown with that one.
      if (isLeading && coded > 0 && !isReference) skipped += 1;
      else {
        if (coded > 0 && isReference) isLeading = false;
        parts.push(data);
        coded += 1;
      }
    }
    if (isDone) break;
    // A packed chunk has two frames, and a chunk without one follows it.
    if (waiting > 0) {
      slots.push(at * frameSeconds);
      waiting -= 1;
    }
  }
  while (slots.length < skipped + coded) slots.push((slots.at(-1) ?? 0) + frameSeconds);
  const shown = next === undefined ? coded : coded - 1;
  return { stream: Buffer.concat(parts), times: slots.slice(skipped, skipped + shown) };
}

function placeAt({ offsets, sizes }: PlayedChunks, at: number): Place {
  return { offset: offsets[at] ?? 0, size: sizes[at] ?? 0 };
}

interface VideoHead {
  frameSeconds: number;
  prefix: string;
  /** Offsets of its index; none in files of one RIFF, which are shorter than 2 GB. */
  indexParts: number[];
}

async function readVideoHead(bytes: FileBytes): Promise<VideoHead | null> {
  const size = Math.min(MAX_HEADER_BYTES, (await bytes.read(16, 4)).readUInt32LE(0));
  const header = await bytes.read(24, Math.max(0, size - 4));
  let stream = -1;
  for (let at = header.indexOf("strh"); at !== -1; at = header.indexOf("strh", at + 8)) {
    stream += 1;
    if (header.toString("latin1", at + 8, at + 12) !== "vids") continue;
    const format = header.indexOf("strf", at);
    if (format === -1 || header.length < format + 28 || header.length < at + 36) return null;
    const [scale, rate] = [header.readUInt32LE(at + 28), header.readUInt32LE(at + 32)];
    const codec = header.toString("latin1", format + 24, format + 28);
    if (!MPEG_4.test(codec) || scale === 0 || rate / scale < 1 || rate / scale > 240) return null;
    const next = header.indexOf("strh", at + 8);
    return {
      frameSeconds: scale / rate,
      prefix: String(stream).padStart(2, "0"),
      indexParts: listIndexParts(header.subarray(format, next === -1 ? undefined : next)),
    };
  }
  return null;
}

/**
 * How many empty chunks are only what an encoder was late by: those after the first frame, if there
 * are none anywhere else. Others repeat the frame before.
 */
function encoderDelay(chunks: readonly AviChunk[]): number {
  const empty = chunks.flatMap(({ size }, index) => (size === 0 ? [index] : []));
  return empty.every((index, position) => index === position + 1) ? empty.length : 0;
}

/** How many frames are decoded after a key frame but shown before it. */
async function countLeading(
  bytes: FileBytes,
  chunks: readonly Place[],
  key: number,
  timeBits: number,
): Promise<number> {
  let count = 0;
  for (let at = key; at < Math.min(chunks.length, key + MAX_LEADING_CHUNKS); at += 1) {
    // The next cut is far away: what is read ahead would be in vain.
    const vops = await readVops(bytes, chunks[at], timeBits, 0);
    for (const { type } of at === key ? vops.slice(1) : vops) {
      if (type !== "B") return count;
      count += 1;
    }
    // A chunk without a frame of its own follows a packed one, and the frames before it are all.
    if (vops.length === 0 && at > key) return count;
  }
  return count;
}

const MAX_LEADING_CHUNKS = 8;

interface Vop {
  type: "I" | "P" | "B";
  data: Buffer;
}

const VOP_START = Buffer.from([0, 0, 1, 0xb6]);

/** The coded frames of a chunk, each with what precedes it (ISO 14496-2, section 6.2.5). */
async function readVops(
  bytes: FileBytes,
  chunk: Place | undefined,
  timeBits: number,
  windowBytes?: number,
): Promise<Vop[]> {
  if (chunk === undefined || chunk.size === 0) return [];
  if (chunk.size > MAX_CHUNK_BYTES) throw new UnreadableMedia("media.liesAboutStructure");
  const data = await bytes.read(chunk.offset, chunk.size, windowBytes);
  const vops: Vop[] = [];
  let from = 0;
  let count = 0;
  for (let at = data.indexOf(VOP_START); at !== -1;) {
    if ((count += 1) > MAX_VOPS) throw new UnreadableMedia("media.liesAboutStructure");
    const next = data.indexOf(VOP_START, at + 4);
    const end = next === -1 ? data.length : next;
    const bits = bitReader(data.subarray(at + 4, Math.min(end, at + 4 + VOP_HEAD_BYTES)));
    const type = bits(2);
    while (bits(1) === 1);
    bits(1 + timeBits + 1);
    const isCoded = bits(1) === 1;
    if (isCoded)
      vops.push({
        type: type === 0 ? "I" : type === 2 ? "B" : "P",
        data: Buffer.from(data.subarray(from, end)),
      });
    from = end;
    at = next;
  }
  return vops;
}

const LAYER_START = Buffer.from([0, 0, 1]);

/** How many bits a frame's time has, by the header of its layer (section 6.2.3). */
function timeBitsOf(head: Buffer): number {
  for (let at = head.indexOf(LAYER_START); at !== -1; at = head.indexOf(LAYER_START, at + 3)) {
    if (((head[at + 3] ?? 0) & 0xf0) !== 0x20) continue;
    const bits = bitReader(head.subarray(at + 4));
    bits(9);
    if (bits(1) === 1) bits(7);
    if (bits(4) === 15) bits(16);
    // Chroma format and low delay, then the buffer's parameters.
    if (bits(1) === 1 && bits(4) % 2 === 1) for (let count = 0; count < 79; count += 1) bits(1);
    bits(3);
    return Math.max(1, Math.ceil(Math.log2(bits(16))));
  }
  return 1;
}

/** Reads up to 30 bits at a time; what is behind the end is 0. */
function bitReader(bytes: Buffer): (count: number) => number {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let index = 0; index < count; index += 1, at += 1)
      value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
}

/** What precedes the first frame: some files have it nowhere else. */
async function streamHead(bytes: FileBytes, first: Place | undefined): Promise<Buffer> {
  if (first === undefined) return Buffer.alloc(0);
  const data = await bytes.read(first.offset, Math.min(first.size, 4_096));
  return Buffer.from(data.subarray(0, Math.max(0, data.indexOf(VOP_START))));
}
