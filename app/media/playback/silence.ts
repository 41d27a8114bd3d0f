import type { Segment } from "./cuts";
import type { Packet, TrackConfig } from "./packets";

/** The data of a frame in a gap until it is known which bytes are silent for the decoder. */
export const SILENCE = new Uint8Array(0);

interface GapOptions {
  config: TrackConfig;
  segment: Segment;
  isLast: boolean;
  /** Time at which the track starts, from which its frames are counted. */
  origin: number;
}

/** Times of Matroska are whole milliseconds. */
const TOLERANCE_SECONDS = 0.002;
/**
 * Seven minutes of AAC; the rest of a longer silence in one segment stays a gap. The frames of an
 * hour take hundreds of megabytes to write, and a few bytes of a file can ask for them.
 */
const MAX_SILENT_FRAMES = 20_000;

/**
 * Adds frames of `SILENCE` where a segment has no sound: before it, within and after, but not after
 * the track's end. A player would wait for the sound, or jump to it. Silent frames are on the grid
 * of the track's, so that those of neighbouring segments join.
 */
export function fillGaps(
  packets: readonly Packet[],
  { config, segment, isLast, origin }: GapOptions,
): Packet[] {
  const samples = silentSamples(config);
  const rate = config.audio?.sampleRate ?? 0;
  if (samples === null || rate <= 0) return [...packets];
  const duration = samples / rate;
  const filled: Packet[] = [];
  let added = 0;

  /** Frames whose middle is in the segment, as for those with sound. */
  function fill(from: number, until: number): void {
    const earliest = Math.max(from - TOLERANCE_SECONDS, segment.start - duration);
    for (let index = Math.ceil((earliest - origin) / duration); ; index += 1) {
      const time = origin + index * duration;
      const middle = time + duration / 2;
      if (middle >= segment.end || time + duration > until + TOLERANCE_SECONDS) return;
      // Frames before the segment count, too: at a rate that no sound has, none would reach it.
      if ((added += 1) > MAX_SILENT_FRAMES) return;
      if (middle < segment.start) continue;
      filled.push({ data: SILENCE, time, duration, isKey: true });
    }
  }

  let end = -Infinity;
  for (const packet of packets) {
    fill(end, packet.time);
    filled.push(packet);
    end = Math.max(end, packet.time + packet.duration);
  }
  if (!isLast) fill(end, Infinity);
  return filled;
}

/** How many samples a silent frame of the codec has; null for codecs whose gaps stay. */
function silentSamples({ codec, audio }: TrackConfig): number | null {
  if (audio === null) return null;
  if (codec === "aac") return /^mp4a\.40\.(?:5|29)$/.test(audio.codec) ? 2_048 : 1_024;
  if (codec === "flac") return flacFormat(audio)?.blockSize ?? null;
  if (codec === "opus") return 960;
  if (codec === "ac3" || codec === "eac3") return 1_536;
  if (codec === "mp3") return audio.sampleRate < 32_000 ? 576 : 1_152;
  return null;
}

/** The longest block and the sample size in FLAC's STREAMINFO (RFC 9639, section 8.2). */
export function flacFormat({
  description,
}: AudioDecoderConfig): { blockSize: number; bitsPerSample: number } | null {
  const bytes = bytesOf(description);
  const start = bytes.toString("latin1", 0, 4) === "fLaC" ? 8 : 0;
  if (bytes.length < start + 18) return null;
  const blockSize = bytes.readUInt16BE(start + 2);
  const bitsPerSample = ((bytes.readUInt16BE(start + 12) >> 4) & 31) + 1;
  return blockSize < 16 ? null : { blockSize, bitsPerSample };
}

/** A decoder's description; empty without one. */
export function bytesOf(description: AllowSharedBufferSource | undefined): Buffer {
  if (description === undefined) return Buffer.alloc(0);
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(new Uint8Array(description));
}
