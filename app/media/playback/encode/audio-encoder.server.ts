import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { registerAc3Decoder } from "@mediabunny/ac3";
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferSource,
  CmafOutputFormat,
  Input,
  MP4,
  NullTarget,
  Output,
} from "mediabunny";
import { createSemaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import type { MediaTrack } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { Segment } from "~/media/playback/cuts";
import type { FileIndex, Timeline } from "~/media/playback/read-index.server";
import type { CopiedPart, MadeSegment } from "~/media/playback/make-segment.server";
import { muxSegment, type MuxedSegment } from "~/media/playback/mux-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { Packet, TrackConfig } from "~/media/playback/packets";
import { toStereo } from "./downmix";
import { createSegmentEncoder, type EncodeSegment } from "./ffmpeg-audio.server";

export interface AudioRequest {
  file: OpenFile;
  index: FileIndex & { timeline: Timeline };
  track: MediaTrack;
  segment: Segment;
  /** AC-3 and E-AC-3 need none. */
  usesFfmpeg: boolean;
  /** Copies frames of the track. */
  copy: (part: CopiedPart) => Promise<MadeSegment>;
  client: string;
  signal: AbortSignal;
}

/** Encodes to stereo AAC, for clients that cannot decode the original. */
export interface AudioEncoder {
  /** Throws `Busy` when the queue or the client's part of it is full, and `UnreadableMedia`. */
  encode(request: AudioRequest): Promise<MuxedSegment>;
  close(): Promise<void>;
}

interface AudioEncoderOptions {
  findBinary: () => Promise<string | null>;
  /** Requests that wait get `Busy` when it is aborted. */
  closing?: AbortSignal | undefined;
}

/** Decoder and encoder each run in a worker thread. */
const MAX_AT_ONCE = 2;
/** The other is for other clients. */
const MAX_AT_ONCE_PER_CLIENT = 1;
const MAX_QUEUE = 8;
/** One that is encoded, and what a player asks for ahead. */
const MAX_PER_CLIENT = 4;
const QUEUE_MS = 30_000;
const RETRY_AFTER_SECONDS = 5;
const FRAME = 1_024;
/** Frames after which encoder and decoder sound as if they had never stopped. */
const PRE_ROLL_FRAMES = 8;
const DOLBY_FRAME = 1_536;
const BITRATE = 192_000;
const CHANNELS = 2;
/** The encoder's first packet covers what was before its input. */
const ENCODER_DELAY_FRAMES = 1;

export function createAudioEncoder({ findBinary, closing }: AudioEncoderOptions): AudioEncoder {
  const slots = createSemaphore({
    limit: MAX_AT_ONCE,
    limitPerClient: MAX_AT_ONCE_PER_CLIENT,
    maxPerClient: MAX_PER_CLIENT,
    maxQueue: MAX_QUEUE,
    timeoutMs: QUEUE_MS,
    closing,
    busy: () => new Busy("media.encoderBusy", RETRY_AFTER_SECONDS),
  });
  const encodeByFfmpeg = createSegmentEncoder();
  let isRegistered = false;

  function register(): void {
    if (isRegistered) return;
    isRegistered = true;
    registerAc3Decoder();
    registerAacEncoder();
  }

  return {
    encode(request) {
      register();
      return slots.run(() => encodeSegment(request, { findBinary, encodeByFfmpeg }), {
        client: request.client,
        signal: request.signal,
      });
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Frames lie on a grid from the start of the stream, and each segment is encoded with frames of
 * pre-roll, so that segments join as if encoded in one go.
 */
async function encodeSegment(
  request: AudioRequest,
  {
    findBinary,
    encodeByFfmpeg,
  }: { findBinary: () => Promise<string | null>; encodeByFfmpeg: EncodeSegment },
): Promise<MuxedSegment> {
  const { file, index, track, segment, signal } = request;
  const zero = index.timeline.start;
  const rate = track.sampleRate === 44_100 ? 44_100 : 48_000;
  const frameAt = (time: number) => Math.ceil(((time - zero) * rate) / FRAME - 1e-6);
  const [first, end] = [frameAt(segment.start), frameAt(segment.end)];
  const ffmpeg = request.usesFfmpeg ? await findBinary() : null;
  if (request.usesFfmpeg && ffmpeg === null) throw new UnreadableMedia("media.noEncoder");
  const { packets, config } =
    ffmpeg === null
      ? await convertDolby(request, { first, end, rate })
      : await encodeByFfmpeg(ffmpeg, {
          file,
          info: index.info,
          track,
          zero,
          first,
          end,
          rate,
          signal,
        });
  const chosen = packets.map((data, position): Packet => ({
    data,
    time: zero + ((first + position) * FRAME) / rate,
    duration: FRAME / rate,
    isKey: true,
  }));
  return muxSegment({ packets: chosen, config }, zero);
}

async function convertDolby(
  request: AudioRequest,
  { first, end, rate }: { first: number; end: number; rate: number },
): Promise<{ packets: Uint8Array[]; config: TrackConfig }> {
  const from = (first - PRE_ROLL_FRAMES) * FRAME;
  const length = (end + ENCODER_DELAY_FRAMES) * FRAME - from;
  const { packets, config } = await encodeAac(
    await decodeDolby(request, { from, length, rate }),
    rate,
  );
  const skipped = PRE_ROLL_FRAMES + ENCODER_DELAY_FRAMES;
  return { packets: packets.slice(skipped, skipped + end - first), config };
}

interface PcmRange {
  from: number;
  length: number;
  rate: number;
}

type Stereo = [Float32Array, Float32Array];

async function decodeDolby(
  { index, segment, copy }: AudioRequest,
  { from, length, rate }: PcmRange,
): Promise<Stereo> {
  const zero = index.timeline.start;
  const start = zero + (from - 2 * DOLBY_FRAME) / rate;
  // The library decodes tracks of files only.
  const { init, media, first } = await copy({
    segment: { ...segment, start, end: zero + (from + length + DOLBY_FRAME) / rate },
    isFirst: start <= zero,
    isLast: false,
    zero: null,
  });
  const pcm: Stereo = [new Float32Array(length), new Float32Array(length)];
  if (first === null) return pcm;
  const input = new Input({
    formats: [MP4],
    source: new BufferSource(Buffer.concat([init, media])),
  });
  try {
    const audio = await input.getPrimaryAudioTrack();
    if (audio === null) throw new UnreadableMedia("media.notEncoded");
    for await (const sample of new AudioSampleSink(audio).samples()) {
      const time = sample.timestamp + first - zero;
      mixInto(pcm, sample, Math.round(time * rate) - from);
      sample.close();
    }
  } catch (error) {
    throw error instanceof UnreadableMedia ? error : new UnreadableMedia("media.notEncoded", error);
  } finally {
    input.dispose();
  }
  return pcm;
}

function mixInto([left, right]: Stereo, sample: AudioSample, offset: number): void {
  const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    return plane;
  });
  const mixed = toStereo(channels);
  const skipped = Math.max(0, -offset);
  const taken = Math.min(sample.numberOfFrames - skipped, left.length - Math.max(0, offset));
  if (taken <= 0) return;
  left.set(mixed[0].subarray(skipped, skipped + taken), Math.max(0, offset));
  right.set(mixed[1].subarray(skipped, skipped + taken), Math.max(0, offset));
}

async function encodeAac(
  [left, right]: Stereo,
  rate: number,
): Promise<{ packets: Uint8Array[]; config: TrackConfig }> {
  const packets: Uint8Array[] = [];
  let config: AudioDecoderConfig | null = null;
  const source = new AudioSampleSource({
    codec: "aac",
    bitrate: BITRATE,
    onEncodedPacket(packet, meta) {
      packets.push(packet.data);
      config ??= meta?.decoderConfig ?? null;
    },
  });
  const output = new Output({
    format: new CmafOutputFormat(),
    target: new NullTarget(),
    initTarget: new NullTarget(),
  });
  output.addAudioTrack(source);
  try {
    await output.start();
    const data = new Float32Array(left.length * CHANNELS);
    data.set(left, 0);
    data.set(right, left.length);
    const sample = new AudioSample({
      data,
      format: "f32-planar",
      numberOfChannels: CHANNELS,
      sampleRate: rate,
      timestamp: 0,
    });
    await source.add(sample);
    sample.close();
    await output.finalize();
  } catch (error) {
    throw new UnreadableMedia("media.notEncoded", error);
  }
  if (config === null) throw new UnreadableMedia("media.notEncoded");
  return { packets, config: { codec: "aac", video: null, audio: config } };
}
