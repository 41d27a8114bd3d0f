import { splitAccessUnits, type VideoCoding } from "~/media/container/access-units";
import { findAudioFrames, SAMPLES_OF, type AudioCoding } from "~/media/container/audio-frames";
import type { FileBytes } from "~/media/container/file-bytes.server";
import {
  isRandomAccess,
  PACKET,
  payloadStart,
  readPesHead,
  requireSync,
  unwrapTicks,
  type PacketLayout,
} from "~/media/container/mpeg-ts-packets";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { snapToGrid } from "./audio-grid";
import type { Segment } from "./cuts";
import type { Packet, PacketRun, TrackConfig } from "./packets";
import { SEGMENT_LIMITS, type RunOptions } from "./run-options";
import { fillGaps } from "./silence";

/** What reading a stream of a transport stream needs to know of the file. */
export interface TransportTrack extends PacketLayout {
  /** Seconds at which the file's clock starts. */
  first: number;
  config: TrackConfig;
}

/** The bytes of the file in which a segment of a stream lies. */
export interface TransportPart extends TransportTrack {
  from: number;
  /** Byte at which the key frame of the next segment starts; null for sound. */
  until: number | null;
}

/** A packet of an elementary stream, by where its content starts in what was collected. */
interface Mark {
  at: number;
  time: number | null;
  isRandomAccess: boolean;
}

const VIDEO_CODINGS = new Set<string>(["avc", "hevc"] satisfies VideoCoding[]);
const AUDIO_CODINGS = new Set<string>(["aac", "ac3"] satisfies AudioCoding[]);

export function videoCoding({ codec, video }: TrackConfig): VideoCoding | null {
  return video !== null && VIDEO_CODINGS.has(codec) ? (codec as VideoCoding) : null;
}

export function audioCoding({ codec, audio }: TrackConfig): AudioCoding | null {
  return audio !== null && AUDIO_CODINGS.has(codec) ? (codec as AudioCoding) : null;
}

/** Frames that are decoded before a key frame is shown are at most this many packets after it. */
const MAX_LEADING_FRAMES = 32;
/** Packets of sound before this would end in frames of the segment. */
const MARGIN_SECONDS = 0.05;

/** Reads a segment's frames in decoding order, from its key frame to that of the next segment. */
export async function readTransportVideo(
  part: TransportPart,
  { bytes, track, segment, isLast, limits = SEGMENT_LIMITS }: RunOptions,
): Promise<PacketRun> {
  const coding = videoCoding(part.config);
  if (coding === null) throw new UnreadableMedia("media.notCopied");
  const until = part.until ?? bytes.size;
  const stream = new CollectedStream(bytes, limits.bytes, until - part.from);
  /** When frames of the next segment are shown, some of them before its key frame. */
  const following: number[] = [];
  await stream.collect(part, track, (time, position) => {
    if (position < until) return "content";
    if (time !== null) following.push(time);
    const isShown = time !== null && time > segment.end + 0.0005;
    return isLast || isShown || following.length > MAX_LEADING_FRAMES ? "end" : "time";
  });
  const packets: Packet[] = [];
  let before: Mark | undefined;
  const units = splitAccessUnits(coding, stream.content);
  if (units.length > Math.min(limits.frames, bytes.size))
    throw new UnreadableMedia("media.segmentTooLarge");
  for (const { start, end, isKey } of units) {
    const mark = stream.markAt(start);
    if (mark === undefined || mark.time === null)
      throw new UnreadableMedia("media.liesAboutStructure");
    packets.push({
      data: stream.content.subarray(start, end),
      time: mark.time,
      duration: 0,
      // The second field of an interlaced frame may be in the packet of the first.
      isKey: isKey || packets.length === 0 || (mark.isRandomAccess && mark !== before),
    });
    before = mark;
  }
  if (packets.length === 0) throw new UnreadableMedia("media.cutOff");
  return { packets: withDurations(packets, following), config: part.config };
}

/** Adds durations by the display order; a film's last frame has that of the one before. */
function withDurations(packets: Packet[], following: readonly number[]): Packet[] {
  const shown = packets.toSorted((one, other) => one.time - other.time);
  const latest = shown.at(-1)?.time ?? 0;
  const next = Math.min(...following.filter((time) => time > latest));
  let before = 0;
  for (const [index, packet] of shown.entries()) {
    const end = shown[index + 1]?.time ?? next;
    if (Number.isFinite(end)) before = end - packet.time;
    packet.duration = before;
  }
  return packets;
}

/** Reads the frames whose middle is in the segment. `origin` is when the track starts. */
export async function readTransportAudio(
  part: TransportPart,
  {
    origin,
    bytes,
    track,
    segment,
    isFirst,
    isLast,
    limits = SEGMENT_LIMITS,
  }: RunOptions & { origin: number },
): Promise<PacketRun> {
  const { config } = part;
  const coding = audioCoding(config);
  const rate = config.audio?.sampleRate ?? 0;
  if (coding === null || rate <= 0) throw new UnreadableMedia("media.notCopied");
  const stream = new CollectedStream(bytes, limits.bytes);
  let isBehind = false;
  await stream.collect(part, track, (time) => {
    // A frame may end in the first packet behind the segment.
    if (isBehind) return "end";
    isBehind = !isLast && time !== null && time > segment.end + MARGIN_SECONDS;
    return "content";
  });
  const packets: Packet[] = [];
  for (const packet of framesOf(stream, coding, rate)) {
    // Times are whole ticks, and silence is on the grid.
    packet.time = snapToGrid(packet.time, origin, packet.duration);
    if (isWithin(packet.time + packet.duration / 2, { segment, isFirst, isLast }))
      packets.push(packet);
    if (packets.length > Math.min(limits.frames, bytes.size))
      throw new UnreadableMedia("media.segmentTooLarge");
  }
  return { packets: fillGaps(packets, { config, segment, isLast, origin }), config };
}

/** When the last frame of a stream ends, of whose last packets `from` is one. */
export async function readTransportEnd(
  part: TransportPart,
  bytes: FileBytes,
  track: number,
): Promise<number | null> {
  const coding = audioCoding(part.config);
  const rate = part.config.audio?.sampleRate ?? 0;
  if (coding === null || rate <= 0) return null;
  const stream = new CollectedStream(bytes, SEGMENT_LIMITS.bytes);
  await stream.collect(part, track, () => "content");
  let end: number | null = null;
  for (const { time, duration } of framesOf(stream, coding, rate)) end = time + duration;
  bytes.recycle("all");
  return end;
}

function* framesOf(stream: CollectedStream, coding: AudioCoding, rate: number): Generator<Packet> {
  const duration = SAMPLES_OF[coding] / rate;
  let mark: Mark | undefined;
  let time = NaN;
  for (const { start, end } of findAudioFrames(coding, stream.content)) {
    const found = stream.markAt(start);
    // A packet's time is that of the first frame which starts in it.
    if (found !== mark && found !== undefined && found.time !== null) time = found.time;
    mark = found;
    yield { data: stream.content.subarray(start, end), time, duration, isKey: true };
    time += duration;
  }
}

/** The middle of a frame decides, for this segment's end and the next one's start alike. */
function isWithin(
  middle: number,
  {
    segment: { start, end },
    isFirst,
    isLast,
  }: Pick<RunOptions, "isFirst" | "isLast"> & {
    segment: Segment;
  },
): boolean {
  return (middle >= start || isFirst) && (middle < end || isLast) && Number.isFinite(middle);
}

/** Bytes of the file that are read at once. */
const CHUNK_BYTES = 1024 * 1024;

/** What the packets of one stream contain, one after the other. */
class CollectedStream {
  #memory: Buffer;
  #length = 0;
  readonly #marks: Mark[] = [];
  /** The mark that was found last: what is asked for follows it. */
  #found = 0;

  /** `length` is how much of the file will be read, as far as that is known. */
  constructor(
    private readonly file: FileBytes,
    private readonly maxBytes: number,
    length = 0,
  ) {
    this.#memory = file.borrow(Math.max(0, Math.min(length, maxBytes)) + CHUNK_BYTES);
  }

  get content(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  /** The packet in which the byte lies; bytes are asked for in their order. */
  markAt(byte: number): Mark | undefined {
    while ((this.#marks[this.#found + 1]?.at ?? Infinity) <= byte) this.#found += 1;
    return this.#marks[this.#found];
  }

  /**
   * Reads packets up to the one of which it says "end"; `wants` is called with the byte of the file
   * at which a packet starts. They are read behind the content and moved to its end, since each
   * copy between two buffers makes an object.
   */
  async collect(
    { from, first, stride }: TransportPart,
    pid: number,
    wants: (time: number | null, position: number) => "content" | "time" | "end",
  ): Promise<void> {
    const chunkBytes = Math.floor(CHUNK_BYTES / stride) * stride;
    const [high, low] = [pid >> 8, pid & 0xff];
    let left = 0;
    for (let position = from; ; position += chunkBytes) {
      this.#reserve(chunkBytes);
      const memory = this.#memory;
      const base = this.#length;
      const { length } = await this.file.readInto(
        memory.subarray(base, base + chunkBytes),
        position,
      );
      for (let at = base; at + PACKET <= base + length; at += stride) {
        requireSync(memory[at]);
        const flags = memory[at + 1] ?? 0;
        if (memory[at + 2] !== low || (flags & 0x1f) !== high) continue;
        const end = at + PACKET;
        let start = payloadStart(memory, at);
        if ((flags & 0x40) !== 0) {
          const head = readPesHead(memory, start, end);
          left = 0;
          if (head === null) continue;
          const time = head.ticks === null ? null : unwrapTicks(head.ticks, first);
          const wanted = wants(time, position + at - base);
          if (wanted === "end") return;
          if (wanted === "time") continue;
          this.#marks.push({ at: this.#length, time, isRandomAccess: isRandomAccess(memory, at) });
          start = head.content;
          left = head.length;
        }
        const taken = Math.min(end - start, left);
        if (taken <= 0) continue;
        memory.copyWithin(this.#length, start, start + taken);
        this.#length += taken;
        left -= taken;
      }
      if (length < chunkBytes) return;
    }
  }

  #reserve(more: number): void {
    if (this.#length > this.maxBytes) throw new UnreadableMedia("media.segmentTooLarge");
    if (this.#length + more <= this.#memory.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * this.#length + more);
    this.#memory.copy(grown, 0, 0, this.#length);
    this.#memory = grown;
  }
}
