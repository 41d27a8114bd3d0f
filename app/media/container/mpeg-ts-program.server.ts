import { toLanguageTag } from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import { CLOCK, PACKET, packetLayout, readTicks, SYNC, WRAP_SECONDS } from "./mpeg-ts-packets";

/** A stream that a transport stream's program map lists (ISO 13818-1, section 2.4.4.8). */
export interface ElementaryStream {
  pid: number;
  kind: "video" | "audio";
  codecName: string;
  language: string | null;
  isHearingImpaired: boolean;
  /** Describes what is seen. */
  isCommentary: boolean;
  /** The start of its first packet's payload; empty if the file's start has none. */
  head: Buffer;
  /** Seconds of its first and its last time; null if neither the start nor the end has one. */
  first: number | null;
  last: number | null;
  /** The content of the last packet of sound; empty for video. */
  tail: Buffer;
}

/** These bytes suffice for the tables and a packet of each stream. */
const HEAD_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 2 * 1024 * 1024;
const MAX_STREAMS = 256;
/** Frame and sequence headers are at the start of a payload, which a packet or two hold. */
const ENOUGH_HEAD_BYTES = 300;

const KINDS: Readonly<Record<number, readonly ["video" | "audio", string]>> = {
  0x01: ["video", "MPEG-1"],
  0x02: ["video", "MPEG-2"],
  0x10: ["video", "MPEG-4"],
  0x1b: ["video", "H.264"],
  0x24: ["video", "HEVC"],
  0x33: ["video", "VVC"],
  0xea: ["video", "VC-1"],
  0x03: ["audio", "MPEG audio"],
  0x04: ["audio", "MPEG audio"],
  0x0f: ["audio", "AAC"],
  0x11: ["audio", "AAC"],
  0x81: ["audio", "AC-3"],
  0x82: ["audio", "DTS"],
  0x87: ["audio", "E-AC-3"],
  0x8a: ["audio", "DTS"],
};

/** What these types mean in the programs of Blu-ray discs. */
const BLU_RAY_KINDS: typeof KINDS = {
  0x80: ["audio", "PCM"],
  0x83: ["audio", "TrueHD"],
  0x84: ["audio", "E-AC-3"],
  0x85: ["audio", "DTS"],
  0x86: ["audio", "DTS"],
  0xa1: ["audio", "E-AC-3"],
  0xa2: ["audio", "DTS"],
};

const TAG = { registration: 0x05, language: 0x0a, ac3: 0x6a, eac3: 0x7a, dts: 0x7b, aac: 0x7c };
const PRIVATE_DATA = 0x06;

/** Lists its streams in the order of the program map; none without a map at the file's start. */
export async function readProgram(bytes: FileBytes): Promise<ElementaryStream[]> {
  const head = await bytes.read(0, HEAD_BYTES);
  const { offset, stride } = packetLayout(head);
  const streams = findStreams(head, offset, stride);
  for (const { pid, isStart, payload } of packetsOf(head, offset, stride)) {
    const stream = streams.find((candidate) => candidate.pid === pid);
    if (stream === undefined) continue;
    if (isStart && stream.first === null) {
      const { time, content } = parsePes(payload);
      stream.first = time;
      stream.head = content;
    } else if (!isStart && stream.first !== null && stream.head.length < ENOUGH_HEAD_BYTES)
      stream.head = Buffer.concat([stream.head, payload]);
    if (streams.every(({ head: { length } }) => length >= ENOUGH_HEAD_BYTES)) break;
  }
  const packets = Math.max(0, Math.floor((bytes.size - offset - TAIL_BYTES) / stride));
  const tail = await bytes.read(offset + packets * stride, TAIL_BYTES + stride);
  const ends = new Map<ElementaryStream, Buffer[]>();
  for (const { pid, isStart, payload } of packetsOf(tail, 0, stride)) {
    const stream = streams.find((candidate) => candidate.pid === pid);
    if (stream === undefined || stream.first === null) continue;
    if (!isStart) ends.get(stream)?.push(payload);
    const { time, content } = isStart ? parsePes(payload) : { time: null, content: payload };
    if (time === null) continue;
    const unwrapped = time < stream.first - WRAP_SECONDS / 2 ? time + WRAP_SECONDS : time;
    if (stream.kind === "audio") ends.set(stream, [content]);
    stream.last = Math.max(stream.last ?? unwrapped, unwrapped);
  }
  for (const [stream, parts] of ends) stream.tail = Buffer.concat(parts);
  return streams;
}

function findStreams(head: Buffer, offset: number, stride: number): ElementaryStream[] {
  let mapPid: number | null = null;
  let section: Buffer = Buffer.alloc(0);
  for (const { pid, isStart, payload } of packetsOf(head, offset, stride)) {
    if (pid === 0 && isStart) mapPid ??= firstProgram(sectionOf(payload));
    if (pid === 0 || pid !== mapPid) continue;
    if (isStart) section = sectionOf(payload);
    else if (section.length > 0) section = Buffer.concat([section, payload]);
    if (section.length >= 3 && section.length >= sectionEnd(section)) return parseMap(section);
  }
  return [];
}

/** What follows the pointer to the section's start. */
function sectionOf(payload: Buffer): Buffer {
  return payload.subarray(1 + (payload[0] ?? 0));
}

function sectionEnd(section: Buffer): number {
  return 3 + (section.readUInt16BE(1) & 0xfff);
}

const CHECKSUM_BYTES = 4;

/** The program map's place by the program association section; null if it names none. */
function firstProgram(section: Buffer): number | null {
  if (section.length < 3) return null;
  const end = Math.min(section.length, sectionEnd(section) - CHECKSUM_BYTES);
  for (let at = 8; at + 4 <= end; at += 4)
    // Program 0 is the network's.
    if (section.readUInt16BE(at) !== 0) return section.readUInt16BE(at + 2) & 0x1fff;
  return null;
}

function parseMap(section: Buffer): ElementaryStream[] {
  const end = Math.min(section.length, sectionEnd(section)) - CHECKSUM_BYTES;
  if (end < 12) return [];
  const programEnd = 12 + (section.readUInt16BE(10) & 0xfff);
  const { isBluRay } = parseDescriptors(section.subarray(12, Math.min(programEnd, end)));
  const streams: ElementaryStream[] = [];
  for (let at = programEnd; at + 5 <= end && streams.length < MAX_STREAMS;) {
    const type = section[at] ?? 0;
    const next = at + 5 + (section.readUInt16BE(at + 3) & 0xfff);
    const described = parseDescriptors(section.subarray(at + 5, Math.min(next, end)));
    const [kind, codecName] =
      (type === PRIVATE_DATA ? described.audio : undefined) ??
      (isBluRay ? BLU_RAY_KINDS[type] : undefined) ??
      KINDS[type] ??
      [];
    if (kind !== undefined && codecName !== undefined)
      streams.push({
        pid: section.readUInt16BE(at + 1) & 0x1fff,
        kind,
        codecName,
        language: described.language,
        isHearingImpaired: described.audioType === 2,
        isCommentary: described.audioType === 3,
        head: Buffer.alloc(0),
        first: null,
        last: null,
        tail: Buffer.alloc(0),
      });
    at = next;
  }
  return streams;
}

function parseDescriptors(bytes: Buffer) {
  let isBluRay = false;
  let language: string | null = null;
  let audioType = 0;
  let audio: (typeof KINDS)[number] | undefined;
  for (let at = 0; at + 2 <= bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
    const tag = bytes[at] ?? 0;
    const content = bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0));
    const letters = content.toString("latin1", 0, 4);
    if (tag === TAG.registration) {
      isBluRay ||= letters === "HDMV" || letters === "HDPR";
      if (letters.startsWith("DTS")) audio ??= ["audio", "DTS"];
      if (letters === "AC-3") audio ??= ["audio", "AC-3"];
      if (letters === "EAC3") audio ??= ["audio", "E-AC-3"];
      if (letters === "Opus") audio ??= ["audio", "Opus"];
    }
    if (tag === TAG.language && content.length >= 4) {
      language ??= toLanguageTag(letters.slice(0, 3));
      audioType ||= content[3] ?? 0;
    }
    if (tag === TAG.ac3) audio ??= ["audio", "AC-3"];
    if (tag === TAG.eac3) audio ??= ["audio", "E-AC-3"];
    if (tag === TAG.dts) audio ??= ["audio", "DTS"];
    if (tag === TAG.aac) audio ??= ["audio", "AAC"];
  }
  return { isBluRay, language, audioType, audio };
}

/** The presentation time of a stream's packet in seconds, and what follows its head. */
function parsePes(payload: Buffer): { time: number | null; content: Buffer } {
  const none = { time: null, content: Buffer.alloc(0) };
  if (payload.length < 9 || payload.readUIntBE(0, 3) !== 1) return none;
  const content = payload.subarray(9 + (payload[8] ?? 0));
  if (((payload[7] ?? 0) & 0x80) === 0 || payload.length < 14) return { ...none, content };
  return { time: readTicks(payload, 9) / CLOCK, content };
}

interface Packet {
  pid: number;
  /** Whether a section or a packet of its stream starts in it. */
  isStart: boolean;
  payload: Buffer;
}

function* packetsOf(bytes: Buffer, from: number, stride: number): Generator<Packet> {
  for (let start = from; start + PACKET <= bytes.length; start += stride) {
    if (bytes[start] !== SYNC) return;
    const flags = bytes.readUInt16BE(start + 1);
    const control = ((bytes[start + 3] ?? 0) >> 4) & 3;
    if ((control & 1) === 0) continue;
    const skipped = (control & 2) === 0 ? 0 : 1 + (bytes[start + 4] ?? 0);
    const payload = bytes.subarray(Math.min(start + 4 + skipped, start + PACKET), start + PACKET);
    const isStart = (flags & 0x4000) !== 0;
    yield { pid: flags & 0x1fff, isStart, payload };
  }
}
