import { setImmediate as yieldToRequests } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { ID, MAX_HEADER_BYTES, readHeader, toNumber, vintAt } from "./ebml";
import type { MatroskaFile, MatroskaTrack } from "./matroska-file";
import { headerAt, isSegmentLevel } from "./read-head.server";

const MAX_BLOCK_BYTES = 64 * 1024 * 1024;
/** A file of this many blocks lasts days. */
const MAX_BLOCKS = 20_000_000;
/** Hundreds of thousands fit into what is read at once, and requests wait meanwhile. */
const ELEMENTS_PER_TURN = 4_096;
/** The specification has eleven kinds. */
const MAX_GROUP_ELEMENTS = 1_000;
/** All frames of a block together, however many its lace has. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** The settings of a cue are short; what is longer belongs to other kinds of tracks. */
const MAX_ADDITION_BYTES = 4_096;
/** These bytes suffice for a track number, a time, flags and the lace's frame count. */
const BLOCK_HEAD_BYTES = 16;

export interface Block {
  track: number;
  time: number;
  isKey: boolean;
  duration: number | null;
  /** The first of what a block has beside its frames, as the settings of WebVTT. */
  addition: Buffer | null;
  cluster: number;
  start: number;
  end: number;
  lacing: 0 | 1 | 2 | 3;
}

interface ScanOptions {
  from: number;
  wants: (track: number) => boolean;
  /** Elements of clusters; more throw. */
  maxBlocks?: number;
  /** Returning true ends the scan before the cluster. */
  endsAt?: (cluster: { offset: number; time: number }) => boolean;
}

/**
 * Reads blocks in file order, to the end of the segment or where the file is truncated. Throws
 * `UnreadableMedia` when `from` is no cluster.
 */
export async function* scanBlocks(
  file: MatroskaFile,
  bytes: FileBytes,
  { from, wants, maxBlocks = MAX_BLOCKS, endsAt = () => false }: ScanOptions,
): AsyncGenerator<Block> {
  if ((await headerAt(bytes, from))?.id !== ID.Cluster)
    throw new UnreadableMedia("media.liesAboutStructure");
  let offset = from;
  let count = 0;
  const isEndOfTurn = () => {
    if ((count += 1) > maxBlocks) throw new UnreadableMedia("media.tooMuchToRead");
    return count % ELEMENTS_PER_TURN === 0;
  };
  while (offset < file.segmentEnd) {
    const header = await headerAt(bytes, offset);
    if (header === null) return;
    if (header.id !== ID.Cluster) {
      if (header.size === null) return;
      if (isEndOfTurn()) await yieldToRequests();
      offset += header.length + header.size;
      continue;
    }
    const start = offset + header.length;
    const end = header.size === null ? file.segmentEnd : start + header.size;
    const cluster = { offset, time: 0 };
    let isBegun = false;
    let child = start;
    while (child < Math.min(end, file.segmentEnd)) {
      // What is in memory is not awaited, as that costs more than all else here.
      const element = readHeader(
        bytes.peek(child, MAX_HEADER_BYTES) ?? (await bytes.read(child, MAX_HEADER_BYTES)),
      );
      if (element === null || element.size === null) return;
      if (header.size === null && isSegmentLevel(element.id)) break;
      const content = child + element.length;
      const next = content + element.size;
      if (next > end) return;
      if (isEndOfTurn()) await yieldToRequests();
      if (element.id === ID.Timestamp) {
        cluster.time = toNumber(await bytes.read(content, Math.min(element.size, 9))) * file.tick;
        if (!isBegun && endsAt(cluster)) return;
        isBegun = true;
      } else if (element.id === ID.SimpleBlock || element.id === ID.BlockGroup) {
        if (element.size > MAX_BLOCK_BYTES) throw new UnreadableMedia("media.liesAboutStructure");
        if (next > bytes.size) return;
        const headBytes = Math.min(element.size, BLOCK_HEAD_BYTES);
        const block =
          element.id === ID.SimpleBlock
            ? readBlock(
                bytes.peek(content, headBytes) ?? (await bytes.read(content, headBytes)),
                content,
                next,
              )
            : await readBlockGroup(bytes, content, next, file.tick);
        if (block !== null && wants(block.track))
          yield {
            ...block,
            time: cluster.time + block.ticks * file.tick,
            cluster: cluster.offset,
          };
      }
      child = next;
    }
    offset = header.size === null ? child : end;
  }
}

type BlockHead = Omit<Block, "time" | "cluster"> & { ticks: number };

function readBlock(head: Buffer, start: number, end: number): BlockHead | null {
  if (head.length < 4) return null;
  const track = vintAt(head, 0);
  if (head.length < track.length + 3) return null;
  const flags = head[track.length + 2] ?? 0;
  return {
    track: track.value,
    ticks: head.readInt16BE(track.length),
    isKey: (flags & 0x80) !== 0,
    duration: null,
    addition: null,
    start: start + track.length + 3,
    end,
    lacing: ((flags >> 1) & 3) as Block["lacing"],
  };
}

async function readBlockGroup(
  bytes: FileBytes,
  start: number,
  end: number,
  tick: number,
): Promise<BlockHead | null> {
  let block: BlockHead | null = null;
  let isKey = true;
  let duration: number | null = null;
  let addition: Buffer | null = null;
  for (let offset = start, count = 1; offset < end; count += 1) {
    if (count > MAX_GROUP_ELEMENTS) throw new UnreadableMedia("media.liesAboutStructure");
    const element = await headerAt(bytes, offset);
    const content = offset + (element?.length ?? 0);
    if (element === null || element.size === null || content + element.size > end) return null;
    if (element.id === ID.Block)
      block = readBlock(
        await bytes.read(content, Math.min(element.size, BLOCK_HEAD_BYTES)),
        content,
        content + element.size,
      );
    if (element.id === ID.ReferenceBlock) isKey = false;
    if (element.id === ID.BlockDuration)
      duration = toNumber(await bytes.read(content, Math.min(element.size, 9))) * tick;
    if (element.id === ID.BlockAdditions && element.size <= MAX_ADDITION_BYTES)
      addition ??= findAddition(await bytes.read(content, element.size));
    offset = content + element.size;
  }
  return block === null ? null : { ...block, isKey, duration, addition };
}

/** The first BlockAdditional below BlockMore. */
function findAddition(content: Buffer): Buffer | null {
  for (let offset = 0; offset < content.length;) {
    const element = readHeader(content.subarray(offset, offset + MAX_HEADER_BYTES));
    if (element === null || element.size === null) return null;
    const start = offset + element.length;
    if (element.id === ID.BlockAdditional) return content.subarray(start, start + element.size);
    offset = element.id === ID.BlockMore ? start : start + element.size;
  }
  return null;
}

/**
 * Decompresses, and splits laced blocks. Throws `UnreadableMedia` for a block that unpacks to more
 * than 64 MiB.
 */
export async function readFrames(
  bytes: FileBytes,
  block: Block,
  track: MatroskaTrack,
): Promise<Buffer[]> {
  const payload = await bytes.read(block.start, block.end - block.start);
  if (payload.length < block.end - block.start) throw new UnreadableMedia("media.cutOff");
  const frames = block.lacing === 0 ? [payload] : splitLace(payload, block.lacing);
  let left = MAX_UNPACKED_BYTES;
  return frames.map((frame) => {
    const unpacked = unpack(frame, track, left);
    left -= unpacked.length;
    return unpacked;
  });
}

function unpack(frame: Buffer, { packing }: MatroskaTrack, maxBytes: number): Buffer {
  if (packing.kind === "none") return frame;
  if (packing.kind === "unsupported") throw new UnreadableMedia("media.unknownCompression");
  if (packing.kind === "header") {
    if (packing.header.length + frame.length > maxBytes)
      throw new UnreadableMedia("media.liesAboutStructure");
    return Buffer.concat([packing.header, frame]);
  }
  try {
    // It takes no limit of 0, and throws for that too.
    return inflateSync(frame, { maxOutputLength: maxBytes });
  } catch (error) {
    throw new UnreadableMedia("media.liesAboutStructure", error);
  }
}

/** RFC 9559 section 10.3. */
function splitLace(payload: Buffer, lacing: 1 | 2 | 3): Buffer[] {
  const count = (payload[0] ?? 0) + 1;
  let offset = 1;
  const sizes: number[] = [];
  if (lacing === 2) {
    const size = (payload.length - 1) / count;
    if (!Number.isInteger(size)) throw new UnreadableMedia("media.liesAboutStructure");
    for (let index = 0; index < count - 1; index += 1) sizes.push(size);
  } else if (lacing === 1) {
    for (let index = 0; index < count - 1; index += 1) {
      let size = 0;
      let byte: number;
      do {
        byte = payload[offset] ?? -1;
        if (byte < 0) throw new UnreadableMedia("media.liesAboutStructure");
        size += byte;
        offset += 1;
      } while (byte === 255);
      sizes.push(size);
    }
  } else {
    for (let index = 0; index < count - 1; index += 1) {
      const { value, length } = vintAt(payload, offset);
      offset += length;
      const bias = 2 ** (7 * length - 1) - 1;
      sizes.push(index === 0 ? value : (sizes[index - 1] ?? 0) + value - bias);
    }
  }
  const used = sizes.reduce((sum, size) => sum + size, offset);
  if (used > payload.length || sizes.some((size) => size < 0))
    throw new UnreadableMedia("media.liesAboutStructure");
  sizes.push(payload.length - used);
  return sizes.map((size) => payload.subarray(offset, (offset += size)));
}
