import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import type { MediaInfo, MediaTrack } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { TrackConfig } from "~/media/playback/packets";
import { audioSpecificConfig } from "~/media/playback/read-packets.server";
import { runFfmpeg, tryFfmpeg } from "./ffmpeg.server";
import {
  parseFrames,
  placeFrames,
  toAnchor,
  type AudioAnchor,
  type ListedFrame,
} from "./frame-places";

export interface SegmentRequest {
  file: OpenFile;
  info: MediaInfo;
  track: MediaTrack;
  /** The file's time of the first sample. */
  zero: number;
  /** The segment's frames of 1,024 samples: the first, and that after the last. */
  first: number;
  end: number;
  /** Samples per second of what is encoded. */
  rate: number;
  signal: AbortSignal;
}

/** Makes the AAC frames of a segment, which are those of one encoding of the whole track. */
export type EncodeSegment = (
  ffmpeg: string,
  request: SegmentRequest,
) => Promise<{ packets: Uint8Array[]; config: TrackConfig }>;

const CHANNELS = 2;
const SAMPLE_BYTES = 4 * CHANNELS;
const FRAME = 1_024;
/** The number of frames after which decoders and the encoder have forgotten where they started. */
const PRE_ROLL_FRAMES = 16;
/** The encoder looks ahead to choose its windows, and so does the resampler. */
const LOOK_AHEAD_FRAMES = 3;
/** The encoder's first packet covers what was before its input. */
const ENCODER_DELAY_FRAMES = 1;
/** Times of Matroska are rounded, so that a little more is decoded than needed. */
const SPARE_SECONDS = 0.1;
/** These seconds suffice for a frame's size and time, at the start of a track. */
const ANCHOR_SECONDS = 1;
const MAX_ANCHOR_BYTES = 512 * 1024;
/** A line for each frame; the shortest frames last 0.8 ms. */
const MAX_LIST_CHARACTERS = 4 * 1024 * 1024;

/** Remembers where the tracks of the last files start. */
export function createSegmentEncoder(): EncodeSegment {
  const anchors = new LRUCache<string, AudioAnchor>(smallValues(MAX_ANCHOR_BYTES));

  async function anchorOf(ffmpeg: string, request: SegmentRequest): Promise<AudioAnchor | null> {
    const { file, track, zero, signal } = request;
    const key = `${file.version}\0${track.number}\0${zero}\0${file.path}`;
    const cached = anchors.get(key);
    if (cached !== undefined) return cached;
    const { frames } = await decode(ffmpeg, request, { start: null, seconds: ANCHOR_SECONDS });
    signal.throwIfAborted();
    const anchor = toAnchor(frames, zero, { isCoarse: request.info.container === "avi" });
    if (anchor !== null) anchors.set(key, anchor);
    return anchor;
  }

  return async (ffmpeg, request) => {
    const anchor = await anchorOf(ffmpeg, request);
    const sampleRate = anchor?.sampleRate ?? request.rate;
    const { first, end, rate, zero } = request;
    const begin = aligned(first - PRE_ROLL_FRAMES, sampleRate, rate);
    const toSource = (frame: number) => Math.round((frame * FRAME * sampleRate) / rate);
    const [from, to] = [toSource(begin), toSource(end + LOOK_AHEAD_FRAMES)];
    const pcm = Buffer.alloc((to - from) * SAMPLE_BYTES);
    if (anchor !== null) {
      const start = Math.max(0, zero + from / sampleRate);
      const seconds = zero + to / sampleRate - start + SPARE_SECONDS;
      if (seconds > SPARE_SECONDS) {
        const { frames, samples } = await decode(ffmpeg, request, { start, seconds });
        let read = 0;
        for (const { position, count } of placeFrames(frames, anchor, start - zero)) {
          copySamples(samples.subarray(read, read + count * SAMPLE_BYTES), pcm, position - from);
          read += count * SAMPLE_BYTES;
        }
      }
    }
    const packets = await encode(ffmpeg, pcm, { sampleRate, rate, signal: request.signal });
    const skipped = first - begin + ENCODER_DELAY_FRAMES;
    return { packets: packets.slice(skipped, skipped + end - first), config: configOf(rate) };
  };
}

/** The frame at or before `frame` that starts with a sample of the source. */
function aligned(frame: number, sampleRate: number, rate: number): number {
  let start = frame;
  while ((start * FRAME * sampleRate) % rate !== 0) start -= 1;
  return start;
}

function copySamples(samples: Buffer, target: Buffer, position: number): void {
  const skipped = Math.max(0, -position) * SAMPLE_BYTES;
  if (skipped < samples.length && position * SAMPLE_BYTES < target.length)
    samples.copy(target, Math.max(0, position) * SAMPLE_BYTES, skipped);
}

/** Decodes from a time of the file on, or from the track's start; also lists the frames. */
async function decode(
  ffmpeg: string,
  { file, info, track, signal }: SegmentRequest,
  { start, seconds }: { start: number | null; seconds: number },
): Promise<{ frames: ListedFrame[]; samples: Buffer }> {
  const result = await tryFfmpeg(ffmpeg, {
    args: [
      ...["-loglevel", "info", "-seek_timestamp", "1"],
      // If ffmpeg delays an AVI's frames, seeking to the start skips the first sound.
      ...(start === null || (start === 0 && info.container === "avi")
        ? []
        : ["-ss", start.toFixed(6)]),
      // What decodes MP2 by default adds noise that depends on all that came before.
      ...(track.codecName === "MP2" ? ["-c:a", "mp2float"] : []),
      ...["-i", `file:${file.path}`, "-t", seconds.toFixed(6), "-map", streamOf(info, track)],
      ...["-af", "ashowinfo", "-ac", String(CHANNELS), "-f", "f32le", "pipe:1"],
    ],
    signal,
    maxBytes: Math.ceil(seconds + 1) * MAX_SAMPLE_RATE * SAMPLE_BYTES,
    maxMessageCharacters: MAX_LIST_CHARACTERS,
  });
  if (result.code !== 0)
    throw new UnreadableMedia("media.notEncoded", new Error(result.messages.slice(-500)));
  return { frames: parseFrames(result.messages), samples: result.stdout };
}

const MAX_SAMPLE_RATE = 192_000;

/** A track of the file in ffmpeg's words. */
function streamOf({ container, tracks }: MediaInfo, track: MediaTrack): string {
  // TrueHD in a transport stream shares its identifier with an AC-3 stream.
  if (container === "mpeg-ts" && track.codecName !== "TrueHD") return `0:i:${track.number}`;
  return `0:a:${tracks.filter(({ kind }) => kind === "audio").indexOf(track)}`;
}

/**
 * Encodes with a constant quality. A constant rate would depend on all that came before, so that
 * no segment could be encoded alone.
 */
async function encode(
  ffmpeg: string,
  pcm: Buffer,
  { sampleRate, rate, signal }: { sampleRate: number; rate: number; signal: AbortSignal },
): Promise<Uint8Array[]> {
  const adts = await runFfmpeg(ffmpeg, {
    args: [
      ...["-f", "f32le", "-ar", String(sampleRate), "-ac", String(CHANNELS), "-i", "pipe:0"],
      ...["-ar", String(rate), "-c:a", "aac", "-aac_coder", "fast", "-aac_pns", "0"],
      ...["-q:a", "2", "-cutoff", "20000", "-flags", "+bitexact", "-f", "adts", "pipe:1"],
    ],
    input: pcm,
    signal,
    maxBytes: pcm.length + FRAME * SAMPLE_BYTES,
  }).catch((error: unknown) => {
    throw new UnreadableMedia("media.notEncoded", error);
  });
  return splitAdts(adts);
}

const ADTS_HEAD_BYTES = 7;

/** Splits into frames without their heads (ISO 13818-7, section 6.2). */
function splitAdts(bytes: Buffer): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at + ADTS_HEAD_BYTES <= bytes.length;) {
    const size = (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
    if (size < ADTS_HEAD_BYTES) break;
    frames.push(Uint8Array.from(bytes.subarray(at + ADTS_HEAD_BYTES, at + size)));
    at += size;
  }
  return frames;
}

function configOf(rate: number): TrackConfig {
  return {
    codec: "aac",
    video: null,
    audio: {
      codec: "mp4a.40.2",
      numberOfChannels: CHANNELS,
      sampleRate: rate,
      description: audioSpecificConfig({
        codecPrivate: Buffer.alloc(0),
        sampleRate: rate,
        channels: CHANNELS,
      }),
    },
  };
}
