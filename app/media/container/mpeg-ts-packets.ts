import type { FileBytes } from "./file-bytes.server";
import { UnreadableMedia } from "./unreadable-media";

/** How the packets of a transport stream (ISO 13818-1, section 2.4.3) lie in its file. */
export interface PacketLayout {
  /** Byte of the first packet. */
  offset: number;
  /** Bytes from one packet to the next: 188, 192 with a leading timestamp, or 204 with parity. */
  stride: number;
}

export const PACKET = 188;
export const SYNC = 0x47;
export const CLOCK = 90_000;
const TIME_VALUES = 2 ** 33;
/** Times have 33 bits. */
export const WRAP_SECONDS = TIME_VALUES / CLOCK;
/** Streams need not start together, so times this long before the first have not wrapped. */
const SLACK_SECONDS = 60;

/** The layout by the file's first bytes. */
export function packetLayout(head: Buffer): PacketLayout {
  if (head[0] !== SYNC) return { offset: 4, stride: PACKET + 4 };
  return { offset: 0, stride: head[PACKET] === SYNC ? PACKET : PACKET + 16 };
}

/** Whole packets that follow each other, and the byte of the file at which they start. */
export interface PacketChunk {
  bytes: Buffer;
  position: number;
}

/** Reads the packets from a byte of the file on. Their memory is used again for the next chunk. */
export async function* packetChunks(
  file: FileBytes,
  { stride }: Pick<PacketLayout, "stride">,
  from: number,
): AsyncGenerator<PacketChunk> {
  const perChunk = Math.max(1, Math.floor(file.windowBytes / 2 / stride));
  for (let position = from; position + PACKET <= file.size;) {
    const bytes = await file.read(position, perChunk * stride);
    if (bytes.length < PACKET) return;
    yield { bytes, position };
    file.recycle("before");
    position += perChunk * stride;
  }
}

/** Throws `UnreadableMedia` where no packet starts. */
export function requireSync(byte: number | undefined): void {
  if (byte !== SYNC) throw new UnreadableMedia("media.liesAboutStructure");
}

/** The start of the payload of the packet at `at`; its end if it has none. */
export function payloadStart(bytes: Buffer, at: number): number {
  const control = (bytes[at + 3] ?? 0) & 0x30;
  if (control === 0x10) return at + 4;
  if (control === 0x30) return Math.min(at + 5 + (bytes[at + 4] ?? 0), at + PACKET);
  return at + PACKET;
}

/** Whether the packet at `at` says that reading can start at it. */
export function isRandomAccess(bytes: Buffer, at: number): boolean {
  return (
    ((bytes[at + 3] ?? 0) & 0x20) !== 0 &&
    (bytes[at + 4] ?? 0) > 0 &&
    ((bytes[at + 5] ?? 0) & 0x40) !== 0
  );
}

/** The head of a packet of an elementary stream (section 2.4.3.6). */
export interface PesHead {
  /** The presentation time in ticks of 90 kHz, which wrap; null if it has none. */
  ticks: number | null;
  /** The start of its content. */
  content: number;
  /** The length of its content; Infinity if it does not say. */
  length: number;
}

/** Identifiers of streams whose packets have no such head. */
const HEADLESS = new Set([0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff]);

/** Reads the head that lies from `at` to `end`; null where there is none, or not all of it. */
export function readPesHead(bytes: Buffer, at: number, end: number): PesHead | null {
  if (end - at < 9 || bytes.readUIntBE(at, 3) !== 1 || HEADLESS.has(bytes[at + 3] ?? 0))
    return null;
  const content = at + 9 + (bytes[at + 8] ?? 0);
  const hasTime = ((bytes[at + 7] ?? 0) & 0x80) !== 0;
  if (content > end || (hasTime && content < at + 14)) return null;
  const length = bytes.readUInt16BE(at + 4);
  return {
    ticks: hasTime ? readTicks(bytes, at + 9) : null,
    content,
    length: length === 0 ? Infinity : Math.max(0, at + 6 + length - content),
  };
}

export function readTicks(bytes: Buffer, at: number): number {
  const high = ((bytes[at] ?? 0) >> 1) & 7;
  return (
    high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
  );
}

/** Seconds of the file's clock, which starts about `first`, whatever the times have wrapped. */
export function unwrapTicks(ticks: number, first: number): number {
  const earliest = (first - SLACK_SECONDS) * CLOCK;
  const moved =
    ticks < earliest
      ? ticks + TIME_VALUES
      : ticks >= earliest + TIME_VALUES
        ? ticks - TIME_VALUES
        : ticks;
  return moved / CLOCK;
}
