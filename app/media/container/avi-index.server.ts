import type { FileBytes } from "./file-bytes.server";

export interface AviChunk {
  offset: number;
  size: number;
  isKey: boolean;
}

/** The `indx` chunk of a stream, of 16 bytes per part after its head. */
const LIST_HEAD_BYTES = 32;
const LIST_ENTRY_BYTES = 16;
const INDEX_OF_PARTS = 0;

const MAX_INDEX_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 16;
const KEY_FLAG = 0x10;

const PART_HEAD_BYTES = 32;
const PART_ENTRY_BYTES = 8;
const INDEX_OF_CHUNKS = 1;
const NO_KEY_FLAG = 0x80_00_00_00;

/**
 * The offsets of the parts that a stream's `indx` lists, one for each RIFF; none without an `indx`
 * in what follows the stream's format.
 */
export function listIndexParts(streamHeader: Buffer): number[] {
  const at = streamHeader.indexOf("indx");
  if (at === -1 || streamHeader.length < at + LIST_HEAD_BYTES) return [];
  const list = streamHeader.subarray(at, at + 8 + streamHeader.readUInt32LE(at + 4));
  if (list.length < LIST_HEAD_BYTES || list[11] !== INDEX_OF_PARTS) return [];
  const room = Math.floor((list.length - LIST_HEAD_BYTES) / LIST_ENTRY_BYTES);
  return Array.from({ length: Math.min(list.readUInt32LE(12), room) }, (_, part) =>
    Number(list.readBigUInt64LE(LIST_HEAD_BYTES + part * LIST_ENTRY_BYTES)),
  );
}

/**
 * Reads the parts of an index (OpenDML AVI File Format Extensions 1.02, "AVI Standard Index
 * Chunk"). Returns null where one is none, or lists what lies outside of the file.
 */
export async function readIndexParts(
  bytes: FileBytes,
  offsets: readonly number[],
): Promise<AviChunk[] | null> {
  const chunks: AviChunk[] = [];
  for (const offset of offsets) {
    const head = await bytes.read(offset, PART_HEAD_BYTES);
    if (head.length < PART_HEAD_BYTES || head[11] !== INDEX_OF_CHUNKS) return null;
    if (head.readUInt16LE(8) * 4 !== PART_ENTRY_BYTES) return null;
    const [count, base] = [head.readUInt32LE(12), Number(head.readBigUInt64LE(20))];
    const room = head.readUInt32LE(4) + 8 - PART_HEAD_BYTES;
    if (count * PART_ENTRY_BYTES > room) return null;
    if ((chunks.length + count) * PART_ENTRY_BYTES > MAX_INDEX_BYTES) return null;
    const entries = await bytes.read(offset + PART_HEAD_BYTES, count * PART_ENTRY_BYTES);
    if (entries.length < count * PART_ENTRY_BYTES) return null;
    for (let at = 0; at < entries.length; at += PART_ENTRY_BYTES) {
      const length = entries.readUInt32LE(at + 4);
      const chunk = {
        offset: base + entries.readUInt32LE(at),
        size: length & ~NO_KEY_FLAG,
        isKey: (length & NO_KEY_FLAG) === 0,
      };
      if (chunk.offset + chunk.size > bytes.size) return null;
      chunks.push(chunk);
    }
  }
  return chunks;
}

/**
 * Reads the index of a file of one RIFF. Returns null without one, and where more follows that it
 * does not list. `prefix` is the stream's number, of two digits.
 */
export async function readSingleIndex(
  bytes: FileBytes,
  prefix: string,
): Promise<AviChunk[] | null> {
  const index = await findIndex(bytes);
  return index === null ? null : listChunks(index.entries, prefix, index.dataStart);
}

async function findIndex(bytes: FileBytes): Promise<{ entries: Buffer; dataStart: number } | null> {
  let dataStart: number | null = null;
  for (let offset = 12, count = 0; offset + 12 <= bytes.size && count < 100; count += 1) {
    const head = await bytes.read(offset, 12, 0);
    const [id, size] = [head.toString("latin1", 0, 4), head.readUInt32LE(4)];
    // A further part follows, which the first part's index does not list.
    if (id === "RIFF") return null;
    if (id === "LIST" && head.toString("latin1", 8, 12) === "movi") dataStart = offset + 8;
    if (id === "idx1") {
      const hasMore = offset + 8 + size + 12 < bytes.size;
      const after = hasMore ? await bytes.read(offset + 8 + size + (size % 2), 4, 0) : null;
      if (dataStart === null || size > MAX_INDEX_BYTES || after?.toString("latin1") === "RIFF")
        return null;
      return { entries: await bytes.read(offset + 8, size), dataStart };
    }
    offset += 8 + size + (size % 2);
  }
  return null;
}

/** Offsets are from `movi` or, in some files, from the file's start. */
function listChunks(entries: Buffer, prefix: string, dataStart: number): AviChunk[] {
  const base = entries.length >= ENTRY_BYTES && entries.readUInt32LE(8) < dataStart ? dataStart : 0;
  const chunks: AviChunk[] = [];
  for (let at = 0; at + ENTRY_BYTES <= entries.length; at += ENTRY_BYTES) {
    const id = entries.toString("latin1", at, at + 4);
    if (id !== `${prefix}dc` && id !== `${prefix}db`) continue;
    chunks.push({
      isKey: (entries.readUInt32LE(at + 4) & KEY_FLAG) !== 0,
      offset: base + entries.readUInt32LE(at + 8) + 8,
      size: entries.readUInt32LE(at + 12),
    });
  }
  return chunks;
}
