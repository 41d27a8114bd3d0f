import {
  CustomSource,
  EncodedPacketSink,
  Input,
  MP4,
  MPEG_TS,
  QTFF,
  type InputTrack,
} from "mediabunny";
import { avcCodec, av1Codec, fourCcCodec, hevcCodec, type CodecName } from "./codec-string";
import {
  emptyTrack,
  toLanguageTag,
  type Keyframe,
  type MediaInfo,
  type MediaTrack,
} from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import { toPlainText } from "./plain-text";
import { UnreadableMedia } from "./unreadable-media";

const CACHE_BYTES = 8 * 1024 * 1024;
const MAX_KEYFRAMES = 200_000;
/** Fragmented files have thousands; a few show whether a download is complete. */
const MAX_BOXES = 200;
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
function openInput(bytes: FileBytes): Input {
  return new Input({
    formats: [MP4, QTFF, MPEG_TS],
    source: new CustomSource({
      getSize: () => bytes.size,
      read: (start, end) => {
        if (end - start > MAX_READ_BYTES) throw new UnreadableMedia("media.headTooLarge");
        return bytes.read(start, end - start);
      },
      maxCacheSize: CACHE_BYTES,
      prefetchProfile: "fileSystem",
      // The pending read rejects too.
      handleUnhandledError: () => undefined,
    }),
  });
}

/** Converts the library's errors to `UnreadableMedia`. */
export async function withInput<Result>(
  bytes: FileBytes,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  const input = openInput(bytes);
  try {
    return await work(input);
  } catch (error) {
    if (error instanceof UnreadableMedia || (error as { name?: string }).name === "AbortError")
      throw error;
    throw error instanceof DOMException
      ? error
      : new UnreadableMedia("media.liesAboutStructure", error);
  } finally {
    input.dispose();
  }
}

/** Without subtitles, which mediabunny does not read. */
export function describeInput(bytes: FileBytes, container: "mp4" | "mov" | "mpeg-ts") {
  return withInput(bytes, async (input): Promise<MediaInfo> => {
    const tracks = await input.getTracks();
    if (tracks.length === 0) throw new UnreadableMedia("media.noTracks");
    const described: MediaTrack[] = [];
    for (const track of tracks.slice(0, 256)) described.push(await describeTrack(track));
    const video = tracks.find((track) => track.type === "video");
    const isIndexed = container !== "mpeg-ts";
    return {
      container,
      duration: isIndexed ? await input.getDurationFromMetadata() : await tsDuration(input),
      startTime: video === undefined ? 0 : await video.getFirstTimestamp(),
      title: null,
      tracks: described,
      chapters: [],
      fonts: [],
      hasIndex: isIndexed,
      isCutOff: isIndexed && (await endsWithinBox(bytes)),
    };
  });
}

/** Whether the file ends before its last box (ISO 14496-12, section 4.2) does. */
async function endsWithinBox(bytes: FileBytes): Promise<boolean> {
  let offset = 0;
  for (let count = 0; count < MAX_BOXES && offset < bytes.size; count += 1) {
    const head = await bytes.read(offset, 16);
    if (head.length < 8) return true;
    const size = head.readUInt32BE(0);
    // The last box may have no size.
    if (size === 0) return false;
    if (size === 1 && head.length < 16) return true;
    offset += size === 1 ? Number(head.readBigUInt64BE(8)) : Math.max(size, 8);
  }
  return offset > bytes.size;
}

/** The end of the last packets, which mediabunny finds by a search from the end. */
async function tsDuration(input: Input): Promise<number | null> {
  const duration = await input.computeDuration();
  return Number.isFinite(duration) && duration > 0 ? duration : null;
}

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
      ? { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
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

/** From the file's tables or, for MPEG-TS, by reading it. */
export function listKeyframes(bytes: FileBytes): Promise<{ keyframes: Keyframe[]; end: number }> {
  return withInput(bytes, async (input) => {
    const video = await input.getPrimaryVideoTrack();
    if (video === null) return { keyframes: [], end: 0 };
    const sink = new EncodedPacketSink(video);
    const keyframes: Keyframe[] = [];
    const options = { metadataOnly: true };
    let packet = await sink.getFirstKeyPacket(options);
    while (packet !== null) {
      keyframes.push({ time: packet.timestamp, offset: null });
      if (keyframes.length > MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
      packet = await sink.getNextKeyPacket(packet, options);
    }
    return { keyframes, end: await video.computeDuration(options) };
  });
}
