import type { InputTrack } from "mediabunny";
import { aacObjectType, matroskaCodec } from "~/media/container/codec-string";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { withInput } from "~/media/container/isobmff-and-ts.server";
import { packetSink } from "~/media/container/isobmff-hybrid.server";
import type { MatroskaFile, MatroskaTrack } from "~/media/container/matroska/matroska-file";
import { readFrames, scanBlocks, type Block } from "~/media/container/matroska/scan-blocks.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { samplesPerFrame, snapToGrid } from "./audio-grid";
import type { Segment } from "./cuts";
import { inputConfig } from "./input-config";
import type { Packet, PacketRun, TrackConfig } from "./packets";
import type { Timeline } from "./read-index.server";
import { SEGMENT_LIMITS, type RunOptions, type SegmentLimits } from "./run-options";
import { bytesOf, fillGaps } from "./silence";

/** Audio is at most this far from video of the same time in the file. */
const INTERLEAVE_SECONDS = 3;

/** Reads a segment's frames in decoding order, from its key frame to that of the next segment. */
export async function readMatroskaVideo(
  file: MatroskaFile,
  { bytes, track: number, segment, isLast, limits = SEGMENT_LIMITS }: RunOptions,
): Promise<PacketRun> {
  const track = trackOf(file, number);
  if (segment.offset === null) throw new UnreadableMedia("media.liesAboutStructure");
  const packets: Packet[] = [];
  const slack = file.tick * 1.5;
  let isBegun = false;
  let size = 0;
  for await (const block of scanBlocks(file, bytes, {
    from: segment.offset,
    wants: (candidate) => candidate === number,
    maxBlocks: limits.elements,
    endsAt: ({ time }) => (!isBegun || !isLast) && time > segment.end + INTERLEAVE_SECONDS,
  })) {
    if (!isBegun && !(block.isKey && Math.abs(block.time - segment.start) <= slack)) continue;
    if (isBegun && !isLast && block.isKey && block.time >= segment.end - slack) break;
    isBegun = true;
    requireFits(size + block.end - block.start, packets.length + 1, limits);
    const frames = await readFrames(bytes, block, track);
    size += byteLength(frames);
    requireFits(size, packets.length + 1, limits);
    const [data] = frames;
    if (data !== undefined)
      packets.push({
        data: withoutObuDelimiter(track.codecId, data),
        time: block.time,
        duration: block.duration ?? 0,
        isKey: block.isKey,
      });
  }
  if (!isBegun) throw new UnreadableMedia("media.liesAboutStructure");
  return { packets: withDurations(packets, track.frameSeconds), config: videoConfig(track) };
}

function byteLength(frames: readonly Buffer[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}

function requireFits(size: number, count: number, { bytes, frames }: SegmentLimits): void {
  if (size > bytes || count > frames) throw new UnreadableMedia("media.segmentTooLarge");
}

/** AV1 in MP4 has no temporal delimiters; Matroska should not have them either. */
function withoutObuDelimiter(codecId: string, data: Buffer): Buffer {
  return codecId === "V_AV1" && data[0] === 0x12 && data[1] === 0 ? data.subarray(2) : data;
}

/** Adds durations, which follow the display order; the last frame has the usual one. */
function withDurations(packets: Packet[], frameSeconds: number | null): Packet[] {
  const times = packets.map(({ time }) => time).sort((one, other) => one - other);
  const following = new Map(times.map((time, index) => [time, times[index + 1]]));
  for (const packet of packets) {
    const next = following.get(packet.time);
    if (packet.duration === 0)
      packet.duration = next === undefined ? (frameSeconds ?? 1 / 24) : next - packet.time;
  }
  return packets;
}

/**
 * Reads the frames that start within the segment; `from` is a cluster far enough before it. `next`
 * is the one with the first frame of the next segment, if it was seen.
 */
export async function readMatroskaAudio(
  file: MatroskaFile,
  {
    from,
    origin,
    bytes,
    track: number,
    segment,
    isFirst,
    isLast,
    limits = SEGMENT_LIMITS,
  }: RunOptions & { from: number | null; origin: number },
): Promise<PacketRun & { next: number | null }> {
  const track = trackOf(file, number);
  const { codec } = matroskaCodec(track.codecId, track.codecPrivate);
  const packets: Packet[] = [];
  let size = 0;
  let frameSeconds = 0;
  let next: number | null = null;
  if (from !== null)
    for await (const block of scanBlocks(file, bytes, {
      from,
      wants: (candidate) => candidate === number,
      maxBlocks: limits.elements,
      endsAt: ({ time }) => !isLast && time > segment.end + INTERLEAVE_SECONDS,
    })) {
      if (!isWorthReading(block, segment, isFirst)) continue;
      if (!isLast && block.time > segment.end + 1) break;
      const frames = await readFrames(bytes, block, track);
      size += byteLength(frames);
      requireFits(size, packets.length + frames.length, limits);
      for (const [position, data] of frames.entries()) {
        const samples = samplesPerFrame(codec ?? "", data, track.codecPrivate);
        frameSeconds = samples === null ? frameSeconds : samples / track.sampleRate;
        const raw = block.time + position * frameSeconds;
        const time = frameSeconds > 0 ? snapToGrid(raw, origin, frameSeconds) : raw;
        // The middle of a frame decides, for this segment's end and the next one's start alike.
        const middle = time + frameSeconds / 2;
        if (middle >= segment.end) next ??= block.cluster;
        if ((middle < segment.start && !isFirst) || (middle >= segment.end && !isLast)) continue;
        // A part of it would keep a whole window of the file in memory.
        packets.push({ data: Buffer.from(data), time, duration: frameSeconds, isKey: true });
      }
      bytes.recycle("before");
    }
  const [first] = packets;
  const config = audioConfig(track, codec ?? "", first?.data);
  const timed = frameSeconds > 0 ? packets : withDurations(packets, null);
  const filled = fillGaps(timed, { config, segment, isLast, origin });
  requireFits(size, filled.length, limits);
  return { packets: filled, config, next };
}

/** Finds the cluster from which the sound of a segment has to be read. */
export function audioStart(
  { firstCluster }: MatroskaFile,
  { keyframes }: Timeline,
  { start }: Segment,
): number | null {
  const before = keyframes.findLast(
    ({ time, offset }) => offset !== null && time <= start - INTERLEAVE_SECONDS,
  );
  return before?.offset ?? firstCluster;
}

/** A block of many frames may start before the segment. */
function isWorthReading(block: Block, segment: Segment, isFirst: boolean): boolean {
  return isFirst || block.time > segment.start - 2;
}

function trackOf(file: MatroskaFile, number: number): MatroskaTrack {
  const track = file.tracks.find((candidate) => candidate.number === number);
  if (track === undefined) throw new UnreadableMedia("media.liesAboutStructure");
  return track;
}

const VIDEO_CODECS: Readonly<Record<string, string>> = {
  "V_MPEG4/ISO/AVC": "avc",
  "V_MPEGH/ISO/HEVC": "hevc",
  V_AV1: "av1",
  V_VP9: "vp9",
  V_VP8: "vp8",
};

function videoConfig(track: MatroskaTrack): TrackConfig {
  const codec = VIDEO_CODECS[track.codecId];
  const name = matroskaCodec(track.codecId, track.codecPrivate).codec;
  if (codec === undefined || name === null || track.width === null || track.height === null)
    throw new UnreadableMedia("media.notCopied");
  return {
    codec,
    audio: null,
    video: {
      codec: name,
      codedWidth: track.width,
      codedHeight: track.height,
      ...(["avc", "hevc", "av1"].includes(codec) ? { description: track.codecPrivate } : {}),
    },
  };
}

const AUDIO_CODECS: Readonly<Record<string, string>> = {
  flac: "flac",
  opus: "opus",
  "ac-3": "ac3",
  "ec-3": "eac3",
  "mp4a.40.34": "mp3",
};

function audioConfig(track: MatroskaTrack, name: string, first?: Uint8Array): TrackConfig {
  const codec = AUDIO_CODECS[name] ?? (name.startsWith("mp4a.") ? "aac" : undefined);
  if (codec === undefined) throw new UnreadableMedia("media.notCopied");
  const description =
    codec === "aac"
      ? track.codecPrivate.length > 0
        ? track.codecPrivate
        : audioSpecificConfig(track)
      : ["flac", "opus"].includes(codec)
        ? track.codecPrivate
        : undefined;
  // A segment without sound has silent frames, which tell all of other codecs.
  if (first === undefined && description === undefined && !codecTellsItself(codec))
    throw new UnreadableMedia("media.liesAboutStructure");
  return {
    codec,
    video: null,
    audio: {
      codec: codec === "mp3" ? "mp3" : name,
      numberOfChannels: track.channels,
      sampleRate: track.sampleRate,
      ...(description === undefined ? {} : { description }),
    },
  };
}

function codecTellsItself(codec: string): boolean {
  return codec === "mp3" || codec === "ac3" || codec === "eac3";
}

const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
];

/** Makes the configuration of AAC in old files, which have no CodecPrivate. */
export function audioSpecificConfig({
  codecPrivate,
  sampleRate,
  channels,
}: Pick<MatroskaTrack, "codecPrivate" | "sampleRate" | "channels">): Buffer {
  const rate = AAC_RATES.indexOf(sampleRate);
  if (rate === -1) throw new UnreadableMedia("media.liesAboutStructure");
  const bits = (aacObjectType(codecPrivate) << 11) | (rate << 7) | (Math.min(channels, 7) << 3);
  return Buffer.from([bits >> 8, bits & 0xff]);
}

/** Each frame has a byte of the file at least, whatever a container says of their number. */
function limitsOf({ size }: FileBytes): SegmentLimits {
  return { ...SEGMENT_LIMITS, frames: Math.min(SEGMENT_LIMITS.frames, size) };
}

/** Reads the video of other containers than Matroska. */
export function readInputVideo({
  bytes,
  track: number,
  segment,
  isLast,
}: RunOptions): Promise<PacketRun> {
  return withInput(bytes, async (input, fragments) => {
    const track = await inputTrack(await input.getTracks(), number);
    const sink = await packetSink(track, fragments);
    const limits = limitsOf(bytes);
    const packets: Packet[] = [];
    let size = 0;
    let packet = await sink.getKeyPacket(segment.start + 0.0005);
    if (packet === null) throw new UnreadableMedia("media.cutOff");
    while (packet !== null) {
      if (
        packets.length > 0 &&
        !isLast &&
        packet.type === "key" &&
        packet.timestamp >= segment.end - 0.0005
      )
        break;
      size += packet.byteLength;
      requireFits(size, packets.length + 1, limits);
      if (packet.data.byteLength < packet.byteLength) throw new UnreadableMedia("media.cutOff");
      packets.push({
        data: packet.data,
        time: packet.timestamp,
        duration: packet.duration,
        isKey: packet.type === "key",
      });
      packet = await sink.getNextPacket(packet);
    }
    return { packets, config: await inputConfig(track) };
  });
}

/** Reads the audio of other containers than Matroska. `origin` is when the track starts. */
export function readInputAudio({
  origin,
  bytes,
  track: number,
  segment,
  isFirst,
  isLast,
}: RunOptions & { origin: number }): Promise<PacketRun> {
  return withInput(bytes, async (input, fragments) => {
    const track = await inputTrack(await input.getTracks(), number);
    const sink = await packetSink(track, fragments);
    const limits = limitsOf(bytes);
    const config = await inputConfig(track);
    const packets: Packet[] = [];
    let size = 0;
    let packet = isFirst
      ? await sink.getFirstPacket()
      : ((await sink.getPacket(segment.start)) ?? (await sink.getFirstPacket()));
    while (packet !== null) {
      const duration = Math.min(packet.duration, soundSeconds(config, packet.data));
      const middle = packet.timestamp + duration / 2;
      if (middle >= segment.end && !isLast) break;
      if (middle >= segment.start || isFirst) {
        size += packet.byteLength;
        requireFits(size, packets.length + 1, limits);
        packets.push({
          // A part of it would keep a whole window of the file in memory.
          data: Buffer.from(packet.data),
          time: packet.timestamp,
          duration,
          isKey: true,
        });
      }
      packet = await sink.getNextPacket(packet);
    }
    return { packets: fillGaps(packets, { config, segment, isLast, origin }), config };
  });
}

/**
 * The duration of a frame by its samples, since the file's tables may stretch the last one before a
 * gap until the next. Infinity if unknown.
 */
function soundSeconds({ codec, audio }: TrackConfig, frame: Uint8Array): number {
  if (audio === null) return Infinity;
  const samples = samplesPerFrame(
    codec === "mp3" ? "mp4a.40.34" : audio.codec,
    Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength),
    bytesOf(audio.description),
  );
  return samples === null ? Infinity : samples / audio.sampleRate;
}

async function inputTrack(tracks: InputTrack[], number: number): Promise<InputTrack> {
  const track = tracks.find(({ id }) => id === number);
  if (track === undefined || (await track.getCodec()) === null)
    throw new UnreadableMedia("media.notCopied");
  return track;
}
