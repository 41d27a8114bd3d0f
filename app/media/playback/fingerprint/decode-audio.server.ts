import { runFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { FINGERPRINT_RATE } from "./fingerprint";

const DECODE_MS = 10 * 60 * 1000;
const BYTES_PER_SAMPLE = 2;

interface DecodeOptions {
  /** Seconds from the start. */
  start: number;
  seconds: number;
  signal: AbortSignal;
}

/** The first audio track as mono at `FINGERPRINT_RATE`. Rejects when ffmpeg fails, and on abort. */
export async function decodeAudio(
  ffmpeg: string,
  path: string,
  { start, seconds, signal }: DecodeOptions,
): Promise<Int16Array> {
  const bytes = await runFfmpeg(ffmpeg, {
    args: [
      ...["-threads", "1", "-ss", start.toFixed(3), "-i", `file:${path}`],
      ...["-t", seconds.toFixed(3), "-map", "0:a:0", "-vn", "-sn", "-dn"],
      // Pads with silence when the first sample is later than requested.
      ...["-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", String(FINGERPRINT_RATE)],
      ...["-f", "s16le", "pipe:1"],
    ],
    signal: AbortSignal.any([signal, AbortSignal.timeout(DECODE_MS)]),
    maxBytes: Math.ceil(seconds + 1) * FINGERPRINT_RATE * BYTES_PER_SAMPLE,
    isBackground: true,
  });
  const samples = new Int16Array(Math.floor(bytes.length / BYTES_PER_SAMPLE));
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = bytes.readInt16LE(index * BYTES_PER_SAMPLE);
  return samples;
}
