import { startsDecoding, type VideoCoding } from "./access-units";
import { MAX_KEYFRAMES, type Keyframe } from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import {
  CLOCK,
  isRandomAccess,
  PACKET,
  packetChunks,
  payloadStart,
  readPesHead,
  requireSync,
  unwrapTicks,
  type PacketLayout,
} from "./mpeg-ts-packets";
import { UnreadableMedia } from "./unreadable-media";

interface ScannedStreams extends PacketLayout {
  /** Seconds at which the file's clock starts. */
  first: number;
  video: { pid: number; coding: VideoCoding };
  audio: readonly number[];
}

export interface TransportScan {
  keyframes: Keyframe[];
  /** Seconds at which the last frame of the video ends. */
  end: number;
  audio: ReadonlyMap<number, AudioPlaces>;
}

/** The places of packets of an audio stream. */
export interface AudioPlaces {
  /** The first, and others from which its frames can be read. */
  starts: Keyframe[];
  last: Keyframe | null;
}

/** Starts of sound are this far apart at least. */
const START_SECONDS = 1;
/** The frames of which the last is shown last. */
const LAST_FRAMES = 32;
/** The parameters, captions and the first slice's head of a frame. */
const MAX_HEAD_BYTES = 4 * 1024;

/**
 * Reads all of a file and lists where its streams can be read from. Null if it has packets of a
 * kind that only the library reads. Throws `UnreadableMedia`.
 */
export async function scanTransportStream(
  file: FileBytes,
  { first, video, audio, ...layout }: ScannedStreams,
): Promise<TransportScan | null> {
  const keyframes: Keyframe[] = [];
  const sounds = new Map(
    audio.map((pid): [number, AudioPlaces] => [pid, { starts: [], last: null }]),
  );
  const times: number[] = [];
  let undecided: UndecidedFrame | null = null;
  let trustsFlags: boolean | null = null;
  for await (const { bytes, position } of packetChunks(file, layout, layout.offset))
    for (let at = 0; at + PACKET <= bytes.length; at += layout.stride) {
      requireSync(bytes[at]);
      const flags = bytes[at + 1] ?? 0;
      const isStart = (flags & 0x40) !== 0;
      if (!isStart && undecided === null) continue;
      const pid = ((flags & 0x1f) << 8) | (bytes[at + 2] ?? 0);
      const isVideo = pid === video.pid;
      const sound = isVideo || !isStart ? undefined : sounds.get(pid);
      if (!isVideo && sound === undefined) continue;
      const end = at + PACKET;
      let from = payloadStart(bytes, at);
      if (isStart) {
        const head = readPesHead(bytes, from, end);
        if (head === null) return null;
        if (isVideo) undecided = null;
        if (head.ticks === null) continue;
        const time = unwrapTicks(head.ticks, first);
        const place = { time, offset: position + at };
        if (sound !== undefined) {
          addStart(sound, place);
          continue;
        }
        if (times.push(time) > 2 * LAST_FRAMES) times.splice(0, LAST_FRAMES);
        const isKey = isRandomAccess(bytes, at);
        // Some programs that write files do not say which frames are key frames.
        trustsFlags ??= isKey;
        if (isKey) addKeyframe(keyframes, place);
        else if (!trustsFlags) undecided = { place, head: Buffer.alloc(0) };
        from = head.content;
      }
      if (undecided === null) continue;
      undecided.head = Buffer.concat([undecided.head, bytes.subarray(from, end)]);
      const isKey = startsDecoding(video.coding, undecided.head);
      if (isKey === true) addKeyframe(keyframes, undecided.place);
      if (isKey !== null || undecided.head.length > MAX_HEAD_BYTES) undecided = null;
    }
  return { keyframes, end: lastEnd(times), audio: sounds };
}

/** A frame of which it is not known yet whether it is a key frame. */
interface UndecidedFrame {
  place: Keyframe;
  head: Buffer;
}

function addKeyframe(keyframes: Keyframe[], place: Keyframe): void {
  if (keyframes.length >= MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
  keyframes.push(place);
}

function addStart(sound: AudioPlaces, place: Keyframe): void {
  sound.last = place;
  const before = sound.starts.at(-1);
  if (before !== undefined && Math.abs(place.time - before.time) < START_SECONDS) return;
  if (sound.starts.length >= MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
  sound.starts.push(place);
}

/** The last frame is shown as long as the one before. */
function lastEnd(times: readonly number[]): number {
  const [last = 0, before = last] = times.toSorted((one, other) => other - one);
  // The sum of whole ticks, without the errors of fractions.
  return Math.round((last + last - before) * CLOCK) / CLOCK;
}
