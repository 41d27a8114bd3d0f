/** A decoded frame as ffmpeg's `ashowinfo` lists it. */
export interface ListedFrame {
  /** Samples from where decoding started. */
  time: number;
  count: number;
  sampleRate: number;
}

/** The positions of a track's frames on the clock of what plays. */
export interface AudioAnchor {
  sampleRate: number;
  /** The sample at which one of the first frames ends. */
  boundary: number;
  /** All frames have this many; null if they differ, or are too short for a rounded time. */
  frameSamples: number | null;
  /** How far off a told time may be, in samples. */
  tolerance: number;
}

/** Times of Matroska are whole milliseconds: the frame's and the anchor's are this far off. */
const ROUNDING_SECONDS = 0.001;
/** A time this far from the end of the frame before is after a gap, or before what is lost. */
const GAP_SECONDS = 0.1;

/** Reads the frames from the messages of ffmpeg. */
export function parseFrames(messages: string): ListedFrame[] {
  const lines = messages.matchAll(/ pts:(-?\d+) .* rate:(\d+) nb_samples:(\d+) /g);
  return [...lines].map(([, time, sampleRate, count]) => ({
    time: Number(time),
    sampleRate: Number(sampleRate),
    count: Number(count),
  }));
}

/**
 * `zero` is the file's time of sample 0; null without a frame. Times are coarse where they are only
 * right to a frame, as after seeking in an AVI.
 */
export function toAnchor(
  frames: readonly ListedFrame[],
  zero: number,
  { isCoarse = false }: { isCoarse?: boolean } = {},
): AudioAnchor | null {
  const [first, ...others] = frames;
  if (first === undefined) return null;
  const { sampleRate, time, count } = first;
  // What is decoded last is often cut, and the first frame has no part of the encoder's delay.
  const sizes = new Set(others.slice(0, -1).map((frame) => frame.count));
  const [size] = sizes;
  const rounding = ROUNDING_SECONDS * sampleRate;
  const isRegular = sizes.size === 1 && size !== undefined && size > 2 * rounding;
  return {
    sampleRate,
    boundary: Math.round(time - zero * sampleRate) + count,
    frameSamples: isRegular ? size : null,
    tolerance: isRegular && isCoarse ? size / 2 : 2 * rounding,
  };
}

/**
 * The first sample of each frame, if decoding started `start` seconds after sample 0. Frames follow
 * each other, and where the first one lies is found by counting whole frames from the anchor, as
 * its time is too coarse. So every segment has the samples of one decoding of the whole track.
 */
export function placeFrames(
  frames: readonly ListedFrame[],
  { sampleRate, boundary, frameSamples, tolerance }: AudioAnchor,
  start: number,
): { position: number; count: number }[] {
  const placed: { position: number; count: number }[] = [];
  let expected: number | null = null;
  for (const { time, count } of frames) {
    const told = Math.round(start * sampleRate) + time;
    if (expected === null || Math.abs(told - expected) > GAP_SECONDS * sampleRate) {
      // Its end counts: the first frame is cut where decoding was to start.
      const end = told + count;
      const counted =
        frameSamples === null
          ? end
          : boundary + Math.round((end - boundary) / frameSamples) * frameSamples;
      const isCounted = Math.abs(counted - end) <= tolerance;
      expected = (isCounted ? counted : end) - count;
    }
    placed.push({ position: expected, count });
    expected += count;
  }
  return placed;
}
