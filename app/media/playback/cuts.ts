import type { Keyframe } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";

/** Copied video is cut at the first key frame after this. */
const MIN_SEGMENT_SECONDS = 6;
/** Files without key frames are cut evenly. */
export const EVEN_SECONDS = 6;
/** Segments of audio are shorter than those of video, because a seek waits for a whole one. */
export const ENCODED_AUDIO_SECONDS = 4;
const MAX_DIVIDED_SECONDS = 300;
/** The limit allows more than two days of sound, whose segments are the shortest. */
const MAX_SEGMENTS = 50_000;
/** A key frame this near is good enough for the cut of a segment. */
const KEYFRAME_DISTANCE_SECONDS = 2;

export interface Segment {
  start: number;
  end: number;
  /** Byte at which reading for its video starts. */
  offset: number | null;
}

/** Throws `UnreadableMedia` for more segments than a film has. */
export function cutAtKeyframes(keyframes: readonly Keyframe[], end: number): Segment[] {
  const segments: Segment[] = [];
  for (const { time, offset } of keyframes) {
    const last = segments.at(-1);
    if (last === undefined) segments.push({ start: time, end, offset });
    else if (time - last.start >= MIN_SEGMENT_SECONDS && time < end) {
      last.end = time;
      segments.push({ start: time, end, offset });
    }
    if (segments.length > MAX_SEGMENTS) throw new UnreadableMedia("media.liesAboutStructure");
  }
  return segments;
}

/**
 * The key frames at which segments start, and those between that are some seconds apart: in some
 * films every frame is one.
 */
export function spacedKeyframes(
  keyframes: readonly Keyframe[],
  segments: readonly Segment[],
): Keyframe[] {
  const spaced: Keyframe[] = [];
  let next = 0;
  for (const keyframe of keyframes) {
    const startsSegment = keyframe.time === segments[next]?.start;
    if (startsSegment) next += 1;
    const last = spaced.at(-1)?.time ?? -Infinity;
    if (startsSegment || keyframe.time - last >= KEYFRAME_DISTANCE_SECONDS) spaced.push(keyframe);
  }
  return spaced;
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
