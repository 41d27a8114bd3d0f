import { inflateSync } from "node:zlib";
import type { FileChapter } from "~/media/container/chapters";
import { toLanguageTag, type MediaAttachment } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import {
  children,
  ID,
  MAX_HEADER_BYTES,
  readHeader,
  toFloat,
  toNumber,
  toText,
  type ElementHeader,
} from "./ebml";
import type { MatroskaFile, MatroskaTrack } from "./matroska-file";

/** All parsed elements together; attachments are not loaded. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;
const MAX_TOP_ELEMENTS = 1_000;
const MAX_TRACKS = 256;
const MAX_CUES = 200_000;
const MAX_CHAPTERS = 1_000;
const MAX_ATTACHMENTS = 1_000;
const MAX_CODEC_PRIVATE_BYTES = 8 * 1024 * 1024;
const CHAPTER_DEPTH = 4;

const SEGMENT_LEVEL = new Set<number>([
  ID.SeekHead,
  ID.Info,
  ID.Tracks,
  ID.Chapters,
  ID.Cues,
  ID.Attachments,
  ID.Tags,
  ID.Cluster,
]);

/** Tells elements that end a cluster of unknown size. */
export function isSegmentLevel(id: number): boolean {
  return SEGMENT_LEVEL.has(id);
}

/**
 * Skips clusters and the attachments' bytes. Throws `UnreadableMedia` for another format, an
 * invalid structure or an exceeded limit.
 */
export async function readMatroskaHead(bytes: FileBytes): Promise<MatroskaFile> {
  const ebml = await headerAt(bytes, 0);
  if (ebml?.id !== ID.EBML || ebml.size === null || ebml.size > 4_096)
    throw new UnreadableMedia("media.unknownFormat");
  const docType = readDocType(await bytes.read(ebml.length, ebml.size));
  let start = ebml.length + ebml.size;
  let segment = await headerAt(bytes, start);
  // Some muxers put a Void element in between.
  if (segment !== null && segment.id !== ID.Segment && segment.size !== null) {
    start += segment.length + segment.size;
    segment = await headerAt(bytes, start);
  }
  if (segment?.id !== ID.Segment) throw new UnreadableMedia("media.liesAboutStructure");
  const segmentStart = start + segment.length;
  const declaredEnd = segment.size === null ? bytes.size : segmentStart + segment.size;
  const head = new HeadReader(bytes, segmentStart, Math.min(declaredEnd, bytes.size));
  await head.read();
  return { docType, isCutOff: declaredEnd > bytes.size, ...head.toFile() };
}

export async function headerAt(bytes: FileBytes, offset: number): Promise<ElementHeader | null> {
  return readHeader(
    bytes.peek(offset, MAX_HEADER_BYTES) ?? (await bytes.read(offset, MAX_HEADER_BYTES)),
  );
}

function readDocType(content: Buffer): "matroska" | "webm" {
  for (const { id, content: value } of children(content)) {
    const text = id === ID.DocType ? toText(value) : "";
    if (text === "matroska" || text === "webm") return text;
    if (text !== "") throw new UnreadableMedia("media.unknownFormat");
  }
  return "matroska";
}

class HeadReader {
  readonly #seen = new Map<number, number>();
  readonly #seeks = new Map<number, number>();
  #loadedBytes = 0;
  #tickNs = 1_000_000;
  #durationTicks: number | null = null;
  #title: string | null = null;
  #tracks: MatroskaTrack[] = [];
  #chapters: FileChapter[] = [];
  #attachments: MediaAttachment[] = [];
  #cues: { track: number; ticks: number; cluster: number }[] = [];
  #firstCluster: number | null = null;

  constructor(
    private readonly bytes: FileBytes,
    private readonly start: number,
    private readonly end: number,
  ) {}

  async read(): Promise<void> {
    let offset = this.start;
    for (let count = 0; offset < this.end && this.#firstCluster === null; count += 1) {
      if (count > MAX_TOP_ELEMENTS) throw new UnreadableMedia("media.liesAboutStructure");
      const header = await headerAt(this.bytes, offset);
      if (header === null) break;
      if (header.id === ID.Cluster) this.#firstCluster = offset;
      else if (header.size === null) throw new UnreadableMedia("media.liesAboutStructure");
      else {
        await this.#readElement(header, offset);
        offset += header.length + header.size;
      }
    }
    // The seek head locates elements behind the clusters, and may name a second one.
    for (let round = 0; round < 2; round += 1)
      for (const [id, position] of [...this.#seeks]) {
        const offset = this.start + position;
        const header =
          this.#seen.has(id) && id !== ID.SeekHead ? null : await headerAt(this.bytes, offset);
        if (header?.id === id && header.size !== null) await this.#readElement(header, offset);
      }
  }

  toFile(): Omit<MatroskaFile, "docType" | "isCutOff"> {
    const tick = this.#tickNs / 1e9;
    if (this.#tracks.length === 0) throw new UnreadableMedia("media.noTracks");
    return {
      segmentStart: this.start,
      segmentEnd: this.end,
      tick,
      duration: this.#durationTicks === null ? null : this.#durationTicks * tick,
      title: this.#title,
      tracks: this.#tracks,
      chapters: this.#chapters,
      attachments: this.#attachments,
      cues: this.#cues
        .filter(({ cluster }) => cluster < this.end)
        .map(({ track, ticks, cluster }) => ({ track, time: ticks * tick, cluster }))
        .sort((one, other) => one.time - other.time || one.cluster - other.cluster),
      firstCluster: this.#firstCluster,
    };
  }

  async #readElement({ id, length, size }: ElementHeader, offset: number): Promise<void> {
    if (this.#seen.get(id) === offset || size === null) return;
    this.#seen.set(id, offset);
    const start = offset + length;
    if (id === ID.Attachments) {
      this.#attachments = await this.#readAttachments(start, start + size);
      return;
    }
    const read = this.#readers.get(id);
    if (read === undefined) return;
    // The file is truncated here; what came before can still be played.
    if (start + size > this.bytes.size) return;
    read(await this.#load(start, size));
  }

  readonly #readers = new Map<number, (content: Buffer) => void>([
    [ID.SeekHead, (content) => this.#readSeekHead(content)],
    [ID.Info, (content) => this.#readInfo(content)],
    [ID.Tracks, (content) => (this.#tracks = readTracks(content))],
    [ID.Chapters, (content) => (this.#chapters = readChapters(content))],
    [ID.Cues, (content) => (this.#cues = readCues(content, this.start))],
  ]);

  async #load(start: number, size: number): Promise<Buffer> {
    this.#loadedBytes += size;
    if (this.#loadedBytes > MAX_HEAD_BYTES) throw new UnreadableMedia("media.headTooLarge");
    return this.bytes.read(start, size);
  }

  #readSeekHead(content: Buffer): void {
    for (const { id, content: seek } of children(content)) {
      if (id !== ID.Seek || this.#seeks.size > MAX_TOP_ELEMENTS) continue;
      let target = 0;
      let position: number | null = null;
      for (const { id: field, content: value } of children(seek)) {
        if (field === ID.SeekID) target = toNumber(value);
        if (field === ID.SeekPosition) position = toNumber(value);
      }
      if (position !== null && target !== ID.Cluster) this.#seeks.set(target, position);
    }
  }

  #readInfo(content: Buffer): void {
    for (const { id, content: value } of children(content)) {
      if (id === ID.TimestampScale) this.#tickNs = toNumber(value) || 1_000_000;
      if (id === ID.Title) this.#title = toText(value) || null;
      if (id === ID.Duration) {
        const ticks = toFloat(value);
        this.#durationTicks = Number.isFinite(ticks) && ticks > 0 ? ticks : null;
      }
    }
  }

  async #readAttachments(start: number, end: number): Promise<MediaAttachment[]> {
    const found: MediaAttachment[] = [];
    const limit = Math.min(end, this.bytes.size);
    for (let offset = start, count = 0; offset < limit && count < MAX_ATTACHMENTS; count += 1) {
      const header = await headerAt(this.bytes, offset);
      if (header === null || header.size === null || offset + header.length + header.size > end)
        break;
      const next = offset + header.length + header.size;
      const file =
        header.id === ID.AttachedFile
          ? await this.#readAttachedFile(offset + header.length, Math.min(next, limit))
          : null;
      if (file !== null && file.offset + file.size <= this.bytes.size) found.push(file);
      offset = next;
    }
    return found;
  }

  async #readAttachedFile(start: number, end: number): Promise<MediaAttachment | null> {
    let [name, mediaType] = ["", ""];
    let data: { offset: number; size: number } | null = null;
    for (let offset = start, count = 0; offset < end && count < 64; count += 1) {
      const header = await headerAt(this.bytes, offset);
      if (header === null || header.size === null || offset + header.length + header.size > end)
        break;
      const content = offset + header.length;
      if (header.id === ID.FileData) data = { offset: content, size: header.size };
      else if (header.id === ID.FileName || header.id === ID.FileMediaType) {
        const text = toText(await this.bytes.read(content, Math.min(header.size, 4_000)));
        if (header.id === ID.FileName) name = text;
        else mediaType = text;
      }
      offset = content + header.size;
    }
    return data === null ? null : { name, mediaType, ...data };
  }
}

function readTracks(content: Buffer): MatroskaTrack[] {
  const tracks: MatroskaTrack[] = [];
  for (const { id, content: entry } of children(content)) {
    if (id !== ID.TrackEntry) continue;
    if (tracks.length >= MAX_TRACKS) throw new UnreadableMedia("media.liesAboutStructure");
    const track = readTrack(entry);
    if (track !== null && !tracks.some(({ number }) => number === track.number)) tracks.push(track);
  }
  return tracks;
}

const TRACK_KINDS: Readonly<Record<number, MatroskaTrack["kind"]>> = {
  1: "video",
  2: "audio",
  17: "subtitles",
};

function readTrack(entry: Buffer): MatroskaTrack | null {
  const values = new Map<number, Buffer>();
  for (const { id, content } of children(entry)) values.set(id, content);
  const number = (id: number, fallback: number) => {
    const value = values.get(id);
    return value === undefined ? fallback : toNumber(value);
  };
  const text = (id: number) => toText(values.get(id) ?? Buffer.alloc(0));
  const trackNumber = number(ID.TrackNumber, 0);
  const codecPrivate = values.get(ID.CodecPrivate) ?? Buffer.alloc(0);
  if (codecPrivate.length > MAX_CODEC_PRIVATE_BYTES)
    throw new UnreadableMedia("media.headTooLarge");
  if (trackNumber === 0 || number(ID.FlagEnabled, 1) === 0) return null;
  const frameNs = number(ID.DefaultDuration, 0);
  const packing = readPacking(values.get(ID.ContentEncodings));
  return {
    number: trackNumber,
    kind: TRACK_KINDS[number(ID.TrackType, 0)] ?? "other",
    codecId: text(ID.CodecID),
    // A copy, so that a few bytes do not retain the whole head in memory.
    codecPrivate: unpackPrivate(Buffer.from(codecPrivate), packing),
    language: toLanguageTag(text(ID.LanguageBCP47) || text(ID.Language) || "eng"),
    name: text(ID.Name) || null,
    isDefault: number(ID.FlagDefault, 1) === 1,
    isForced: number(ID.FlagForced, 0) === 1,
    isHearingImpaired: number(ID.FlagHearingImpaired, 0) === 1,
    isCommentary: number(ID.FlagCommentary, 0) === 1,
    frameSeconds: frameNs > 0 && frameNs < 1e11 ? frameNs / 1e9 : null,
    packing: packing.packing,
    ...readVideoSettings(values.get(ID.Video)),
    ...readSound(values.get(ID.Audio)),
  };
}

/** ISO 23091-2, table 3. */
const HDR_TRANSFERS: Readonly<Record<number, MatroskaTrack["hdr"]>> = { 16: "PQ", 18: "HLG" };

function readVideoSettings(
  content: Buffer = Buffer.alloc(0),
): Pick<MatroskaTrack, "width" | "height" | "hdr"> {
  let [width, height] = [0, 0];
  let hdr: MatroskaTrack["hdr"] = null;
  for (const { id, content: value } of children(content)) {
    if (id === ID.PixelWidth) width = toNumber(value);
    if (id === ID.PixelHeight) height = toNumber(value);
    if (id === ID.Colour)
      for (const { id: field, content: code } of children(value))
        if (field === ID.TransferCharacteristics) hdr = HDR_TRANSFERS[toNumber(code)] ?? null;
  }
  const valid = (size: number) => (size > 0 && size <= 32_768 ? size : null);
  return { width: valid(width), height: valid(height), hdr };
}

function readSound(
  content: Buffer = Buffer.alloc(0),
): Pick<MatroskaTrack, "channels" | "sampleRate" | "bitDepth"> {
  let [channels, rate, outputRate, bitDepth] = [1, 8_000, 0, 0];
  for (const { id, content: value } of children(content)) {
    if (id === ID.Channels) channels = toNumber(value);
    if (id === ID.SamplingFrequency) rate = toFloat(value);
    if (id === ID.OutputSamplingFrequency) outputRate = toFloat(value);
    if (id === ID.BitDepth) bitDepth = toNumber(value);
  }
  const sampleRate = Math.round(outputRate || rate);
  return {
    channels: Math.min(Math.max(channels, 1), 64),
    sampleRate: sampleRate >= 1_000 && sampleRate <= 768_000 ? sampleRate : 48_000,
    bitDepth: bitDepth > 0 && bitDepth <= 64 ? bitDepth : null,
  };
}

interface Packing {
  packing: MatroskaTrack["packing"];
  coversPrivate: boolean;
}

function readPacking(content: Buffer | undefined): Packing {
  const encodings =
    content === undefined
      ? []
      : [...children(content)].filter(({ id }) => id === ID.ContentEncoding);
  const [encoding] = encodings;
  if (encoding === undefined) return { packing: { kind: "none" }, coversPrivate: false };
  let [scope, type, algorithm] = [1, 0, 0];
  let settings: Buffer = Buffer.alloc(0);
  for (const { id, content: value } of children(encoding.content)) {
    if (id === ID.ContentEncodingScope) scope = toNumber(value);
    if (id === ID.ContentEncodingType) type = toNumber(value);
    if (id !== ID.ContentCompression) continue;
    for (const { id: field, content: part } of children(value)) {
      if (field === ID.ContentCompAlgo) algorithm = toNumber(part);
      if (field === ID.ContentCompSettings) settings = Buffer.from(part);
    }
  }
  const coversBlocks = (scope & 1) === 1;
  const kind =
    encodings.length > 1 || type !== 0
      ? "unsupported"
      : ({ 0: "zlib", 3: "header" } as const)[algorithm];
  return {
    coversPrivate: (scope & 2) === 2,
    packing:
      !coversBlocks || kind === undefined
        ? { kind: coversBlocks ? "unsupported" : "none" }
        : kind === "header"
          ? { kind, header: settings }
          : { kind },
  };
}

function unpackPrivate(bytes: Buffer, { packing, coversPrivate }: Packing): Buffer {
  if (!coversPrivate || packing.kind !== "zlib") return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_CODEC_PRIVATE_BYTES });
  } catch (error) {
    throw new UnreadableMedia("media.liesAboutStructure", error);
  }
}

/** Reads the chapters of the default edition, or of the first one that is for viewers. */
function readChapters(content: Buffer): FileChapter[] {
  const editions: { isDefault: boolean; isHidden: boolean; chapters: FileChapter[] }[] = [];
  for (const { id, content: edition } of children(content)) {
    if (id !== ID.EditionEntry) continue;
    const chapters: FileChapter[] = [];
    let [isDefault, isHidden] = [false, false];
    for (const { id: field, content: value } of children(edition)) {
      if (field === ID.EditionFlagDefault) isDefault = toNumber(value) === 1;
      if (field === ID.EditionFlagHidden) isHidden = toNumber(value) === 1;
      if (field === ID.ChapterAtom) readChapter(value, chapters, 0);
    }
    editions.push({ isDefault, isHidden, chapters });
  }
  const shown = editions.filter(({ isHidden }) => !isHidden);
  const chosen = shown.find(({ isDefault }) => isDefault) ?? shown[0];
  return chosen?.chapters ?? [];
}

function readChapter(content: Buffer, chapters: FileChapter[], depth: number): void {
  if (chapters.length >= MAX_CHAPTERS) return;
  const chapter: FileChapter = { title: null, start: 0, end: null, isHidden: false, depth };
  const nested: Buffer[] = [];
  for (const { id, content: value } of children(content)) {
    if (id === ID.ChapterTimeStart) chapter.start = toNumber(value) / 1e9;
    if (id === ID.ChapterTimeEnd) chapter.end = toNumber(value) / 1e9;
    if (id === ID.ChapterFlagHidden && toNumber(value) === 1) chapter.isHidden = true;
    if (id === ID.ChapterFlagEnabled && toNumber(value) === 0) chapter.isHidden = true;
    if (id === ID.ChapterAtom) nested.push(value);
    if (id === ID.ChapterDisplay)
      for (const { id: field, content: text } of children(value))
        if (field === ID.ChapString) chapter.title ??= toText(text) || null;
  }
  chapters.push(chapter);
  if (depth < CHAPTER_DEPTH) for (const child of nested) readChapter(child, chapters, depth + 1);
}

function readCues(
  content: Buffer,
  segmentStart: number,
): { track: number; ticks: number; cluster: number }[] {
  const cues: { track: number; ticks: number; cluster: number }[] = [];
  for (const { id, content: point } of children(content)) {
    if (id !== ID.CuePoint) continue;
    let ticks = 0;
    for (const { id: field, content: value } of children(point)) {
      if (field === ID.CueTime) ticks = toNumber(value);
      if (field !== ID.CueTrackPositions) continue;
      let [track, position] = [0, -1];
      for (const { id: part, content: number } of children(value)) {
        if (part === ID.CueTrack) track = toNumber(number);
        if (part === ID.CueClusterPosition) position = toNumber(number);
      }
      if (position < 0) continue;
      if (cues.length >= MAX_CUES) throw new UnreadableMedia("media.headTooLarge");
      cues.push({ track, ticks, cluster: segmentStart + position });
    }
  }
  return cues;
}
