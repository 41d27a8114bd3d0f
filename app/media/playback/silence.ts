import type { Packet, TrackConfig } from "./packets";
import type { Segment } from "./cuts";
import { BitWriter, crc16, crc8 } from "./bits";
import { DOLBY_SAMPLES, silentAc3, silentEac3 } from "./silent-dolby";

/** A frame in which nothing is heard. */
interface SilentFrame {
  data: Uint8Array;
  samples: number;
}

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
 * Adds silence where a segment has no sound: before it, within and after, but not after the track's
 * end. A player would wait for the sound, or jump to it. Silent frames are on the grid of the
 * track's, so that those of neighbouring segments join.
 */
export function fillGaps(
  packets: readonly Packet[],
  { config, segment, isLast, origin }: GapOptions,
): Packet[] {
  const silence = silentFrame(config);
  const rate = config.audio?.sampleRate ?? 0;
  if (silence === null || rate <= 0) return [...packets];
  const { data } = silence;
  const duration = silence.samples / rate;
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
      filled.push({ data, time, duration, isKey: true });
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

/** A silent frame of the track's codec; null for codecs without a simple one. */
export function silentFrame({ codec, audio }: TrackConfig): SilentFrame | null {
  if (audio === null) return null;
  const description = bytesOf(audio.description);
  if (codec === "aac") return silentAac(audio, description);
  if (codec === "flac") return silentFlac(description);
  if (codec === "opus") return silentOpus(description);
  if (codec === "ac3" || codec === "eac3") return silentDolby(codec, audio);
  return codec === "mp3" ? silentMp3(audio) : null;
}

/** A decoder's description; empty without one. */
export function bytesOf(description: AllowSharedBufferSource | undefined): Buffer {
  if (description === undefined) return Buffer.alloc(0);
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(new Uint8Array(description));
}

/** ISO 14496-3, table 1.16. */
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
/** The elements of each channel configuration (table 1.19); the first one stands for its own. */
const AAC_ELEMENTS: Readonly<Record<number, readonly ("single" | "pair" | "lfe")[]>> = {
  1: ["single"],
  2: ["pair"],
  3: ["single", "pair"],
  4: ["single", "pair", "single"],
  5: ["single", "pair", "pair"],
  6: ["single", "pair", "pair", "lfe"],
  7: ["single", "pair", "pair", "pair", "lfe"],
};
const ELEMENT_IDS = { single: 0, pair: 1, lfe: 3 } as const;
const END_OF_AAC_FRAME = 7;

/** A frame without spectral data (ISO 14496-3, section 4.4.2.1). */
function silentAac(audio: AudioDecoderConfig, description: Buffer): SilentFrame | null {
  const configured = aacChannels(audio, description);
  const elements = AAC_ELEMENTS[configured];
  if (elements === undefined) return null;
  const bits = new BitWriter();
  const counts = { single: 0, pair: 0, lfe: 0 };
  for (const element of elements) {
    bits.write(ELEMENT_IDS[element], 3).write(counts[element], 4);
    counts[element] += 1;
    // The pair's common window with a zero `max_sfb`, and no mid/side coding.
    if (element === "pair") bits.write(1, 1).write(0, 11).write(0, 2);
    for (let channel = 0; channel < (element === "pair" ? 2 : 1); channel += 1) {
      // The gain, and the channel's own window.
      bits.write(0, 8);
      if (element !== "pair") bits.write(0, 11);
      // The bits say that there are neither pulses nor noise shaping nor gain control.
      bits.write(0, 3);
    }
  }
  const data = bits.write(END_OF_AAC_FRAME, 3).toBytes();
  const samples = /^mp4a\.40\.(?:5|29)$/.test(audio.codec) ? 2_048 : 1_024;
  if (description.length > 0) return { data, samples };
  const head = adtsHead(audio.sampleRate, configured, data.length);
  return head === null ? null : { data: Buffer.concat([head, data]), samples };
}

/** The channel configuration; 0 where it is not one of the common ones. */
function aacChannels({ numberOfChannels }: AudioDecoderConfig, description: Buffer): number {
  if (description.length < 2) return numberOfChannels === 8 ? 7 : numberOfChannels;
  const start = description.readUInt16BE(0);
  const [objectType, rate] = [start >> 11, (start >> 7) & 15];
  return objectType === 31 || rate === 15 ? 0 : (start >> 3) & 15;
}

/**
 * Returns the head that a frame needs when the track has no description (ISO 13818-7, section 6.2).
 */
function adtsHead(sampleRate: number, channels: number, size: number): Buffer | null {
  const rate = AAC_RATES.indexOf(sampleRate);
  if (rate === -1) return null;
  return new BitWriter()
    .write(0xfff1, 16)
    .write(1, 2)
    .write(rate, 4)
    .write(0, 1)
    .write(channels, 3)
    .write(0, 4)
    .write(size + 7, 13)
    .write(0x7ff, 11)
    .write(0, 2)
    .toBytes();
}

/** Constant subframes of zero (RFC 9639, sections 9.1 and 9.2.3), as long as the longest frame. */
function silentFlac(description: Buffer): SilentFrame | null {
  const start = description.toString("latin1", 0, 4) === "fLaC" ? 8 : 0;
  if (description.length < start + 18) return null;
  const info = description.subarray(start);
  const [shortest, samples] = [info.readUInt16BE(0), info.readUInt16BE(2)];
  const channels = ((info.readUInt8(12) >> 1) & 7) + 1;
  const bitsPerSample = (info.readUInt16BE(12) >> 4) & 31;
  if (samples < 16) return null;
  const head = Buffer.from([
    0xff,
    shortest === samples ? 0xf8 : 0xf9,
    0x70,
    (channels - 1) << 4,
    0,
    0,
    0,
  ]);
  head.writeUInt16BE(samples - 1, 5);
  const subframes = Buffer.alloc(Math.ceil((channels * (8 + bitsPerSample + 1)) / 8));
  const frame = Buffer.concat([head, Buffer.from([crc8(head, 0x07)]), subframes]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crc16(frame, 0x8005));
  return { data: Buffer.concat([frame, end]), samples };
}

const OPUS_FRAME = 960;
/** A frame of 20 ms in the full band whose first bit says that it is silent (RFC 6716, 4.3). */
const SILENT_OPUS = [0xf8, 0xff, 0xfe];

/** Streams but the last delimit themselves (RFC 6716, appendix B; RFC 7845, section 5.1.1). */
function silentOpus(description: Buffer): SilentFrame {
  const isMapped = description.length > 19 && description[18] !== 0;
  const streams = isMapped ? (description[19] ?? 1) : 1;
  const [toc = 0, ...content] = SILENT_OPUS;
  const delimited = [toc, content.length, ...content];
  const others = Array.from({ length: Math.max(0, streams - 1) }, () => delimited).flat();
  return { data: Buffer.from([...others, ...SILENT_OPUS]), samples: OPUS_FRAME };
}

/** Sample rates by the version in a frame's head (ISO 11172-3 and 13818-3, section 2.4.2.3). */
const MP3_RATES: readonly (readonly [version: number, rates: readonly number[]])[] = [
  [3, [44_100, 48_000, 32_000]],
  [2, [22_050, 24_000, 16_000]],
  [0, [11_025, 12_000, 8_000]],
];
const MP3_LAYER_AND_NO_CRC = 0b011;

/** A frame of the lowest rate whose granules have no bits. */
function silentMp3({ sampleRate, numberOfChannels }: AudioDecoderConfig): SilentFrame | null {
  const [version, rates] = MP3_RATES.find(([, listed]) => listed.includes(sampleRate)) ?? [];
  if (version === undefined || rates === undefined) return null;
  const isFirstVersion = version === 3;
  const size = Math.floor((isFirstVersion ? 144 * 32_000 : 72 * 8_000) / sampleRate);
  const data = Buffer.alloc(size);
  data.set([
    0xff,
    0xe0 | (version << 3) | MP3_LAYER_AND_NO_CRC,
    (1 << 4) | (rates.indexOf(sampleRate) << 2),
    numberOfChannels === 1 ? 0xc0 : 0,
  ]);
  return { data, samples: isFirstVersion ? 1_152 : 576 };
}

function silentDolby(codec: "ac3" | "eac3", audio: AudioDecoderConfig): SilentFrame | null {
  const sound = { channels: audio.numberOfChannels, sampleRate: audio.sampleRate };
  const data = codec === "ac3" ? silentAc3(sound) : silentEac3(sound);
  return data === null ? null : { data, samples: DOLBY_SAMPLES };
}
