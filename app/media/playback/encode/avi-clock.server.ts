import { tryFfmpeg } from "./ffmpeg.server";

/** When ffmpeg shows the frames of an AVI, whose container has no times. In seconds. */
export interface AviClock {
  /** How long a frame is shown. */
  frame: number;
  /** Frames are this late, as they are shown when the next one is decoded; the first may not be. */
  delay: number;
}

/** These suffice for the distance of two frames, of which some may be left out. */
const FRAMES = 25;
/** Encoders reorder at most this many frames; what is later starts later. */
const MAX_DELAY_FRAMES = 16;
/** A few lines for each frame. */
const MAX_LIST_CHARACTERS = 64 * 1024;

/** Decodes the first frames. Null for a file of fewer than three, and for what is none. */
export async function readAviClock(
  ffmpeg: string,
  path: string,
  signal: AbortSignal,
): Promise<AviClock | null> {
  const { messages } = await tryFfmpeg(ffmpeg, {
    args: [
      // The decoder has as many threads as for segments, because frames wait for each.
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
