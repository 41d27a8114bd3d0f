import { Input, Logging, LogLevel, MP4, MPEG_TS, QTFF, type InputTrack } from "mediabunny";
import { findAudioFrames, SAMPLES_OF } from "./audio-frames";
import { chaptersWithin, type FileChapter } from "./chapters";
import { avcCodec, av1Codec, fourCcCodec, hevcCodec, type CodecName } from "./codec-string";
import {
  emptyTrack,
  MAX_KEYFRAMES,
  toLanguageTag,
  type Keyframe,
  type MediaInfo,
  type MediaTrack,
} from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import { FileSource } from "./file-source.server";
import { checkTables } from "./isobmff-bounds";
import { readTrackChapters } from "./isobmff-chapter-track";
import { continuationOf, findHybridTables, packetSink } from "./isobmff-hybrid.server";
import { readMovieChapters } from "./isobmff-chapters";
import { findSequenceHeader, parseMpegAudioHeader } from "./mpeg-headers";
import { readProgram, type ElementaryStream } from "./mpeg-ts-program.server";
import { toPlainText } from "./plain-text";
import { UnreadableMedia } from "./unreadable-media";

// It warns of streams that it leaves out, which the program map names here.
Logging.level = LogLevel.Errors;

/** Fragmented files have thousands; a few show whether a download is complete. */
const MAX_PROBED_BOXES = 200;
/** A film of a day in fragments of half a second. */
const MAX_BOXES = 400_000;
/** Hours of tables, which the library reads at once and unfolds to ten times their size. */
const MAX_READ_BYTES = 24 * 1024 * 1024;

const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc: "H.264",
  hevc: "HEVC",
  vp8: "VP8",
  vp9: "VP9",
  av1: "AV1",
  aac: "AAC",
  opus: "Opus",
  mp3: "MP3",
  vorbis: "Vorbis",
  flac: "FLAC",
  ac3: "AC-3",
  eac3: "E-AC-3",
};

/** The caller disposes of the input. */
function openInput(bytes: FileBytes, hidden: readonly number[] = []): Input {
  return new Input({
    formats: [MP4, QTFF, MPEG_TS],
    source: new FileSource(bytes, { maxReadBytes: MAX_READ_BYTES, hidden }),
  });
}

/**
 * Converts the library's errors to `UnreadableMedia`. `fragments` is the file without its sample
 * tables, if fragments follow them.
 */
export async function withInput<Result>(
  bytes: FileBytes,
  work: (input: Input, fragments: Input | null) => Promise<Result>,
): Promise<Result> {
  const input = openInput(bytes);
  let fragments: Input | null = null;
  try {
    const tables = await findHybridTables(bytes, MAX_READ_BYTES);
    if (tables.length > 0) fragments = openInput(bytes, tables);
    return await work(input, fragments);
  } catch (error) {
    if (error instanceof UnreadableMedia || (error as { name?: string }).name === "AbortError")
      throw error;
    throw error instanceof DOMException
      ? error
      : new UnreadableMedia("media.liesAboutStructure", error);
  } finally {
    input.dispose();
    fragments?.dispose();
  }
}

/** Describes a file except for subtitles and chapters, which mediabunny does not read. */
export function describeInput(bytes: FileBytes, container: "mp4" | "mov" | "mpeg-ts") {
  return withInput(bytes, async (input, fragments): Promise<MediaInfo> => {
    const isIndexed = container !== "mpeg-ts";
    const { isCutOff, moov } = isIndexed
      ? await checkBoxes(bytes, MAX_PROBED_BOXES)
      : { isCutOff: false, moov: null };
    const chapters = moov === null ? [] : await readChapters(moov, bytes);
    const described: MediaTrack[] = [];
    const inputTracks = await input.getTracks();
    for (const track of inputTracks.slice(0, 256)) described.push(await describeTrack(track));
    const program = isIndexed ? [] : await readProgram(bytes);
    const tracks = isIndexed ? described : withProgram(described, program);
    if (tracks.length === 0) throw new UnreadableMedia("media.noTracks");
    const video = tracks.find(({ kind }) => kind === "video");
    const start = await startOf(video?.number, inputTracks, program);
    const end = !isIndexed
      ? await tsEnd(inputTracks, program)
      : // The head tells of the sample tables only.
        fragments === null
        ? await input.getDurationFromMetadata()
        : null;
    const duration = end === null ? null : Math.max(0, end - start);
    return {
      container,
      duration,
      startTime: start,
      title: null,
      tracks,
      chapters: chaptersWithin(chapters, { startTime: start, duration }),
      fonts: [],
      hasIndex: isIndexed,
      isCutOff,
    };
  });
}

/**
 * Adds what mediabunny leaves out of a transport stream: languages, and tracks that it does not
 * decode. Their order is that of the program map, as for ffmpeg.
 */
function withProgram(
  described: readonly MediaTrack[],
  program: readonly ElementaryStream[],
): MediaTrack[] {
  const isListed = ({ number }: MediaTrack) => program.some(({ pid }) => pid === number);
  const listed = program.flatMap((stream): MediaTrack[] => {
    const { pid, language, isHearingImpaired, isCommentary, head } = stream;
    const found = described.find(({ number }) => number === pid) ?? describeStream(stream);
    // Declared, but without a single frame.
    if (head.length === 0) return [];
    return [{ ...found, ...mpegAudio(stream), language, isHearingImpaired, isCommentary }];
  });
  return [...listed, ...described.filter((track) => !isListed(track))];
}

function describeStream({ pid, kind, codecName, head }: ElementaryStream): MediaTrack {
  return {
    ...emptyTrack({ number: pid, kind, codec: null, codecName }),
    ...(kind === "video" ? findSequenceHeader(head) : {}),
  };
}

/** Layers I to III have one stream type, and mediabunny takes all of them for MP3. */
function mpegAudio({ kind, codecName, head }: ElementaryStream): Partial<MediaTrack> {
  const header = kind === "audio" && codecName === "MPEG audio" ? parseMpegAudioHeader(head) : null;
  if (header === null || header.layer === 3) return {};
  const { layer, channels, sampleRate } = header;
  return { codec: null, codecName: `MP${layer}`, channels, sampleRate };
}

async function startOf(
  video: number | undefined,
  tracks: readonly InputTrack[],
  program: readonly ElementaryStream[],
): Promise<number> {
  if (video === undefined) return 0;
  const track = tracks.find(({ id }) => id === video);
  if (track !== undefined) return track.getFirstTimestamp();
  return program.find(({ pid }) => pid === video)?.first ?? 0;
}

/** The list of chapters, which has up to 255, or their track. */
async function readChapters(moov: Buffer, bytes: FileBytes): Promise<FileChapter[]> {
  const list = readMovieChapters(moov);
  return list.length > 0 ? list : readTrackChapters(moov, bytes);
}

/**
 * Checks the tables of the first `maxBoxes` boxes (ISO 14496-12, section 4.2) before a demuxer
 * reads them. Returns the box of the film, and whether the file ends before its last box does.
 * Throws `UnreadableMedia`.
 */
async function checkBoxes(
  bytes: FileBytes,
  maxBoxes: number,
): Promise<{ isCutOff: boolean; moov: Buffer | null }> {
  let moov: Buffer | null = null;
  let offset = 0;
  for (let count = 0; count < maxBoxes && offset < bytes.size; count += 1) {
    const head = await bytes.read(offset, 16, 0);
    if (head.length < 8) return { isCutOff: true, moov };
    const short = head.readUInt32BE(0);
    if (short === 1 && head.length < 16) return { isCutOff: true, moov };
    const isLong = short === 1;
    // The last box may have no size.
    const rest = bytes.size - offset;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? rest : short;
    const type = head.toString("latin1", 4, 8);
    if (type === "moov" || type === "moof") {
      if (Math.min(size, rest) > MAX_READ_BYTES) throw new UnreadableMedia("media.headTooLarge");
      const headBytes = isLong ? 16 : 8;
      const content = await bytes.read(offset + headBytes, size - headBytes);
      checkTables(content);
      if (type === "moov") moov = content;
    }
    offset += Math.max(size, 8);
  }
  return { isCutOff: offset > bytes.size, moov };
}

/**
 * The end of the last packets. mediabunny finds that of a track by a search from the end, in which
 * it takes empty frames of AAC for frames, without end.
 */
async function tsEnd(
  tracks: readonly InputTrack[],
  program: readonly ElementaryStream[],
): Promise<number | null> {
  let latest = 0;
  for (const { last, head } of program)
    if (last !== null)
      latest = Math.max(latest, last + 1 / (findSequenceHeader(head)?.frameRate ?? Infinity));
  for (const track of tracks) {
    const end = (await audioEnd(track, program)) ?? (await track.computeDuration());
    if (Number.isFinite(end)) latest = Math.max(latest, end);
  }
  return latest > 0 ? latest : null;
}

/** The end of the whole frames of AAC in a stream's last packet; null for other codecs. */
async function audioEnd(
  track: InputTrack,
  program: readonly ElementaryStream[],
): Promise<number | null> {
  const { last = null, tail } = program.find(({ pid }) => pid === track.id) ?? {};
  if (!track.isAudioTrack() || (await track.getCodec()) !== "aac") return null;
  if (last === null || tail === undefined) return null;
  const frames = [...findAudioFrames("aac", tail)].length;
  return last + (frames * SAMPLES_OF.aac) / (await track.getSampleRate());
}

const HDR_TRANSFERS: Readonly<Record<string, MediaTrack["hdr"]>> = { pq: "PQ", hlg: "HLG" };

async function describeTrack(track: InputTrack): Promise<MediaTrack> {
  const disposition = await track.getDisposition();
  return {
    ...emptyTrack({
      number: track.id,
      kind: track.isVideoTrack() ? "video" : track.isAudioTrack() ? "audio" : "subtitles",
      ...(await codecOf(track)),
    }),
    language: toLanguageTag(await track.getLanguageCode()),
    name: toPlainText((await track.getName()) ?? "") || null,
    isDefault: disposition.default,
    isForced: disposition.forced,
    isHearingImpaired: disposition.hearingImpaired,
    isCommentary: disposition.commentary,
    ...(track.isVideoTrack()
      ? {
          width: await track.getDisplayWidth(),
          height: await track.getDisplayHeight(),
          hdr: HDR_TRANSFERS[(await track.getColorSpace()).transfer ?? ""] ?? null,
        }
      : {}),
    ...(track.isAudioTrack()
      ? { channels: await track.getNumberOfChannels(), sampleRate: await track.getSampleRate() }
      : {}),
  };
}

async function codecOf(track: InputTrack): Promise<CodecName> {
  const codec = await track.getCodec();
  if (codec === null) {
    const id = await track.getInternalCodecId();
    return typeof id === "string"
      ? fourCcCodec(id)
      : { codec: null, codecName: id === null ? "?" : String(id).slice(0, 20) };
  }
  const description = await descriptionOf(track);
  if (description !== null && codec === "avc") return avcCodec(description);
  if (description !== null && codec === "hevc") return hevcCodec(description);
  if (description !== null && codec === "av1") return av1Codec(description);
  const text = await track.getCodecParameterString();
  return {
    codec: codec === "mp3" ? "mp4a.40.34" : (text?.replace(/^hev1/, "hvc1") ?? null),
    codecName: CODEC_NAMES[codec] ?? codec,
  };
}

async function descriptionOf(track: InputTrack): Promise<Uint8Array | null> {
  const config =
    track.isVideoTrack() || track.isAudioTrack() ? await track.getDecoderConfig() : null;
  const description = config?.description;
  if (description === undefined || description === null) return null;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

/** The seconds of the file at which an audio track starts and ends; the end is null if unknown. */
export interface AudioSpan {
  first: number;
  end: number | null;
}

export type AudioSpans = ReadonlyMap<number, AudioSpan>;

/** Searches for the track's end, or finds it in the tables. */
export async function audioSpan(
  track: InputTrack,
  fragments: Input | null = null,
): Promise<AudioSpan> {
  return { first: await track.getFirstTimestamp(), end: await endOf(track, fragments) };
}

async function endOf(track: InputTrack, fragments: Input | null): Promise<number> {
  const last = (await continuationOf(track, fragments)) ?? track;
  return last.computeDuration({ metadataOnly: true });
}

/**
 * Lists key frames from the file's tables or, for MPEG-TS, by reading all of it, and where the
 * audio tracks lie.
 */
export function listKeyframes(
  bytes: FileBytes,
  { container, tracks }: Pick<MediaInfo, "container" | "tracks">,
): Promise<{ keyframes: Keyframe[]; end: number; audio: AudioSpans }> {
  return withInput(bytes, async (input, fragments) => {
    if (container !== "mpeg-ts") await checkBoxes(bytes, MAX_BOXES);
    const options = { metadataOnly: true };
    const audio = new Map<number, AudioSpan>();
    for (const track of await input.getAudioTracks()) {
      const isDecoded = tracks.some(({ number, codec }) => number === track.id && codec !== null);
      if (isDecoded) audio.set(track.id, await audioSpan(track, fragments));
    }
    const video = await input.getPrimaryVideoTrack();
    if (video === null) return { keyframes: [], end: 0, audio };
    const sink = await packetSink(video, fragments);
    const keyframes: Keyframe[] = [];
    let packet = await sink.getFirstKeyPacket(options);
    while (packet !== null) {
      keyframes.push({ time: packet.timestamp, offset: null });
      if (keyframes.length > MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
      packet = await sink.getNextKeyPacket(packet, options);
    }
    return { keyframes, end: await endOf(video, fragments), audio };
  });
}
