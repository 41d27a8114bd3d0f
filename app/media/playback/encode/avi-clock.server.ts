import { tryFfmpeg } from "./ffmpeg.server";

/** When ffmpeg shows the frames of an AVI, whose container has no timestamps. In seconds. */
export interface AviClock {
  /** How long a frame is shown. */
  frame: number;
  /**
   * How late ffmpeg shows a frame, because it decodes the next one first. The very first frame may
   * be on time.
   */
  delay: number;
}

/** Encoders leave frames out, but never all neighbours among this many. */
const FRAMES = 25;
/** Encoders reorder at most this many frames, so a video that begins later does so on purpose. */
const MAX_DELAY_FRAMES = 16;
/** The `showinfo` filter prints a few lines per frame. */
const MAX_LIST_CHARACTERS = 64 * 1024;

/** Measures the clock on the first frames. Returns null if ffmpeg decodes fewer than three. */
export async function readAviClock(
  ffmpeg: string,
  path: string,
  signal: AbortSignal,
): Promise<AviClock | null> {
  const { messages } = await tryFfmpeg(ffmpeg, {
    args: [
      // Each decoder thread delays the frames, so there are as many as when segments are encoded.
      ...["-loglevel", "info", "-threads", "2", "-i", `file:${path}`, "-map", "0:v:0"],
      ...["-vf", "showinfo", "-frames:v", String(FRAMES), "-f", "null", "pipe:1"],
    ],
    signal,
    maxBytes: 0,
    maxMessageCharacters: MAX_LIST_CHARACTERS,
  });
  const [, scale, rate] = /config in time_base: (\d+)\/(\d+)/.exec(messages) ?? [];
  const tick = Number(scale) / Number(rate);
  const [, ...times] = [...messages.matchAll(/ pts: *(\d+) /g)].map(([, ticks]) => Number(ticks));
  const frame = Math.min(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  if (!(tick > 0 && frame > 0 && Number.isFinite(frame))) return null;
  const delay = (times[0] ?? 0) - frame;
  const isDelay = delay > 0 && delay <= MAX_DELAY_FRAMES * frame;
  return { frame: frame * tick, delay: isDelay ? delay * tick : 0 };
}
