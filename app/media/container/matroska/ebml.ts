import { toPlainText } from "~/media/container/plain-text";
import { UnreadableMedia } from "~/media/container/unreadable-media";

/** Element ids with their marker bits (RFC 8794, RFC 9559). */
export const ID = {
  EBML: 0x1a45dfa3,
  DocType: 0x4282,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Seek: 0x4dbb,
  SeekID: 0x53ab,
  SeekPosition: 0x53ac,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  Title: 0x7ba9,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  FlagEnabled: 0xb9,
  FlagDefault: 0x88,
  FlagForced: 0x55aa,
  FlagHearingImpaired: 0x55ab,
  FlagCommentary: 0x55af,
  DefaultDuration: 0x23e383,
  Name: 0x536e,
  Language: 0x22b59c,
  LanguageBCP47: 0x22b59d,
  CodecID: 0x86,
  CodecPrivate: 0x63a2,
  CodecDelay: 0x56aa,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Colour: 0x55b0,
  TransferCharacteristics: 0x55ba,
  Audio: 0xe1,
  SamplingFrequency: 0xb5,
  OutputSamplingFrequency: 0x78b5,
  Channels: 0x9f,
  BitDepth: 0x6264,
  ContentEncodings: 0x6d80,
  ContentEncoding: 0x6240,
  ContentEncodingScope: 0x5032,
  ContentEncodingType: 0x5033,
  ContentCompression: 0x5034,
  ContentCompAlgo: 0x4254,
  ContentCompSettings: 0x4255,
  Chapters: 0x1043a770,
  EditionEntry: 0x45b9,
  EditionFlagHidden: 0x45bd,
  EditionFlagDefault: 0x45db,
  ChapterAtom: 0xb6,
  ChapterTimeStart: 0x91,
  ChapterTimeEnd: 0x92,
  ChapterFlagHidden: 0x98,
  ChapterFlagEnabled: 0x4598,
  ChapterDisplay: 0x80,
  ChapString: 0x85,
  Cues: 0x1c53bb6b,
  CuePoint: 0xbb,
  CueTime: 0xb3,
  CueTrackPositions: 0xb7,
  CueTrack: 0xf7,
  CueClusterPosition: 0xf1,
  CueRelativePosition: 0xf0,
  Attachments: 0x1941a469,
  AttachedFile: 0x61a7,
  FileName: 0x466e,
  FileMediaType: 0x4660,
  FileData: 0x465c,
  Tags: 0x1254c367,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
  BlockDuration: 0x9b,
  BlockAdditions: 0x75a1,
  BlockMore: 0xa6,
  BlockAdditional: 0xa5,
  ReferenceBlock: 0xfb,
} as const;

export const MAX_HEADER_BYTES = 12;

export interface ElementHeader {
  id: number;
  length: number;
  /** The size of the content in bytes, or null if the file does not say it. */
  size: number | null;
}

export interface Element {
  id: number;
  content: Buffer;
}

export function readHeader(bytes: Buffer): ElementHeader | null {
  const idLength = vintLength(bytes[0], 4);
  if (idLength === null || idLength >= bytes.length) return null;
  const sizeLength = vintLength(bytes[idLength], 8);
  if (sizeLength === null || idLength + sizeLength > bytes.length) return null;
  return {
    id: bytes.readUIntBE(0, idLength),
    length: idLength + sizeLength,
    size: readVint(bytes, idLength, sizeLength),
  };
}

function vintLength(first: number | undefined, max: number): number | null {
  const length = first === undefined || first === 0 ? Infinity : Math.clz32(first) - 23;
  return length <= max ? length : null;
}

/** Returns null when all bits are set, which means "unknown". */
function readVint(bytes: Buffer, offset: number, length: number): number | null {
  const first = (bytes[offset] ?? 0) & (0xff >> length);
  let value = first;
  let isUnknown = first === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[offset + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? null : value;
}

export function vintAt(bytes: Buffer, offset: number): { value: number; length: number } {
  const length = vintLength(bytes[offset], 8);
  if (length === null || offset + length > bytes.length)
    throw new UnreadableMedia("media.liesAboutStructure");
  return { value: readVint(bytes, offset, length) ?? 0, length };
}

/** No index has as many; a parent full of empty elements would take seconds. */
const MAX_CHILDREN = 300_000;

/**
 * Children of a master element in memory. Throws `UnreadableMedia` for a child that is larger than
 * its parent or has no size, and for too many.
 */
export function* children(parent: Buffer): Generator<Element> {
  let offset = 0;
  for (let count = 0; offset < parent.length; count += 1) {
    if (count === MAX_CHILDREN) throw new UnreadableMedia("media.headTooLarge");
    const header = readHeader(parent.subarray(offset, offset + MAX_HEADER_BYTES));
    const start = offset + (header?.length ?? 0);
    if (header === null || header.size === null || start + header.size > parent.length)
      throw new UnreadableMedia("media.liesAboutStructure");
    offset = start + header.size;
    yield { id: header.id, content: parent.subarray(start, offset) };
  }
}

/** Reads a number; 0 for an empty element, which is the default. */
export function toNumber(content: Buffer): number {
  if (content.length > 8) throw new UnreadableMedia("media.liesAboutStructure");
  let value = 0;
  for (const byte of content) value = value * 256 + byte;
  return value;
}

export function toFloat(content: Buffer): number {
  if (content.length === 4) return content.readFloatBE();
  return content.length === 8 ? content.readDoubleBE() : 0;
}

/** Reads up to a NUL or 1,000 characters, and removes control characters. */
export function toText(content: Buffer): string {
  const text = content.subarray(0, 4_000).toString("utf8").split("\0", 1)[0] ?? "";
  return toPlainText(text);
}
