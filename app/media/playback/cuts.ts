import { MAX_KEYFRAMES, type Keyframe } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";

/** Copied video is cut at the first key frame after this. */
const MIN_SEGMENT_SECONDS = 6;
/** For files without key frames. */
export const EVEN_SECONDS = 6;
/** Shorter than for video, because a seek waits for a whole segment. */
export const ENCODED_AUDIO_SECONDS = 4;
const MAX_DIVIDED_SECONDS = 300;
/** As many as the key frames of a film can make: more than nine days of sound. */
const MAX_SEGMENTS = MAX_KEYFRAMES;

export interface Segment {
  start: number;
  end: number;
  /** Where to start reading for its video. */
  offset: number | null;
}

export function cutAtKeyframes(keyframes: readonly Keyframe[], end: number): Segment[] {
  const segments: Segment[] = [];
  for (const { time, offset } of keyframes) {
    const last = segments.at(-1);
    if (last === undefined) segments.push({ start: time, end, offset });
    else if (time - last.start >= MIN_SEGMENT_SECONDS && time < end) {
      last.end = time;
      segments.push({ start: time, end, offset });
    }
  }
  return segments;
}

/**
 * Encoded segments need no key frame at their start, so that long ones are divided. Those of more
 * than five minutes stay: each of their parts would be decoded from the key frame on.
 */
export function divideLong(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) => {
    const { start, end } = segment;
    const seconds = end - start;
    if (seconds <= 2 * EVEN_SECONDS || seconds > MAX_DIVIDED_SECONDS) return [segment];
    return cutEvenly(start, end, EVEN_SECONDS);
  });
}

/** Throws `UnreadableMedia` for an end that only a wrong time of the file can claim. */
export function cutEvenly(start: number, end: number, seconds: number): Segment[] {
  const count = Math.max(1, Math.ceil((end - start) / seconds - 0.01));
  if (count > MAX_SEGMENTS) throw new UnreadableMedia("media.liesAboutStructure");
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * seconds,
    end: index === count - 1 ? end : start + (index + 1) * seconds,
    offset: null,
  }));
}
