import { LRUCache } from "lru-cache";
import { runFfmpeg } from "./encode/ffmpeg.server";
import type { TrackConfig } from "./packets";
import { bytesOf, flacFormat } from "./silence";

const MAX_FRAMES = 50;
/** An ffmpeg that failed once, or had no such encoder, is asked again after an hour. */
const KEPT_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 20_000;
const MAX_FRAME_BYTES = 16 * 1024;

const frames = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_FRAMES, ttl: KEPT_MS });

/**
 * Has ffmpeg encode a frame in which nothing is heard, once for each configuration and thread. Null
 * without ffmpeg, if it lacks the encoder, and for tracks whose decoder its frames would not suit.
 */
export function silentFrame(ffmpeg: string | null, config: TrackConfig): Promise<Buffer | null> {
  const sound = ffmpeg === null ? null : silentSound(config);
  if (ffmpeg === null || sound === null) return Promise.resolve(null);
  const args = [
    ...["-f", "lavfi", "-i", `anullsrc=r=${sound.rate}:cl=${sound.layout}`, "-map", "0:a"],
    ...["-c:a", ...sound.encoder, "-flags", "+bitexact", "-frames:a", "1"],
    // A codec without a description has its frames with their ADTS headers.
    ...["-f", config.codec === "aac" && !config.audio?.description ? "adts" : "data", "pipe:1"],
  ];
  const key = JSON.stringify([ffmpeg, args]);
  const known = frames.get(key);
  if (known !== undefined) return known;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const made = runFfmpeg(ffmpeg, { args, signal, maxBytes: MAX_FRAME_BYTES }).then(
    (frame) => (frame.length > 0 ? frame : null),
    () => null,
  );
  frames.set(key, made);
  return made;
}

interface SilentSound {
  rate: number;
  /** The channels by ffmpeg's name. */
  layout: string;
  encoder: readonly string[];
}

/** ffmpeg's usual layouts by the number of channels. */
const LAYOUTS = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"];
const DOLBY_LAYOUTS = ["mono", "stereo", "3.0", "quad", "5.0", "5.1"];
const DOLBY_RATES = [48_000, 44_100, 32_000];
const MP3_RATES = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

/** Other rates than an encoder has would be converted, silently, to one that it has. */
function silentSound({ codec, audio }: TrackConfig): SilentSound | null {
  if (audio === null) return null;
  const { sampleRate: rate, numberOfChannels: channels } = audio;
  if (codec === "aac") return silentAac(audio);
  if (codec === "flac") {
    const { blockSize, bitsPerSample } = flacFormat(audio) ?? {};
    const format = { 16: ["s16"], 24: ["s32", "-bits_per_raw_sample", "24"] }[bitsPerSample ?? 0];
    if (format === undefined) return null;
    const encoder = ["flac", "-frame_size", String(blockSize), "-sample_fmt", ...format];
    return withLayout(LAYOUTS[channels - 1], rate, encoder);
  }
  if (codec === "opus") {
    // The mapping family of RFC 7845, section 5.1.1.
    const family = bytesOf(audio.description)[18] ?? 0;
    const layout = family < 2 ? LAYOUTS[channels - 1] : undefined;
    return withLayout(layout, 48_000, ["libopus", "-mapping_family", String(family)]);
  }
  if (codec === "ac3" || codec === "eac3")
    return DOLBY_RATES.includes(rate)
      ? withLayout(DOLBY_LAYOUTS[Math.min(channels, 6) - 1], rate, [codec])
      : null;
  return codec === "mp3" && MP3_RATES.includes(rate)
    ? withLayout(LAYOUTS.slice(0, 2)[channels - 1], rate, ["libmp3lame", "-reservoir", "0"])
    : null;
}

function withLayout(
  layout: string | undefined,
  rate: number,
  encoder: readonly string[],
): SilentSound | null {
  return layout === undefined ? null : { rate, layout, encoder };
}

/** ISO 14496-3, table 1.18. */
const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];
/** ffmpeg's layouts by the channel configuration (ISO 14496-3, table 1.19); 0 is none of them. */
const AAC_LAYOUTS = [undefined, "mono", "stereo", "3.0", "4.0", "5.0", "5.1", "7.1(wide)"];
/** AAC-LC, and AAC-LC inside HE-AAC and HE-AAC v2, whose extensions a frame may lack. */
const AAC_OBJECT_TYPES = new Set([2, 5, 29]);

/** ffmpeg encodes AAC-LC, so that is what the track's decoder has to be configured for. */
function silentAac({
  description,
  numberOfChannels: channels,
  sampleRate,
}: AudioDecoderConfig): SilentSound | null {
  const bytes = bytesOf(description);
  if (bytes.length < 2)
    return withLayout(AAC_LAYOUTS[channels === 8 ? 7 : channels], sampleRate, ["aac"]);
  const start = bytes.readUInt16BE(0);
  const rate = AAC_RATES[(start >> 7) & 15];
  return rate !== undefined && AAC_OBJECT_TYPES.has(start >> 11)
    ? withLayout(AAC_LAYOUTS[(start >> 3) & 15], rate, ["aac"])
    : null;
}
