import { NotFound } from "~/errors/app-error";
import {
  cutEvenly,
  ENCODED_AUDIO_SECONDS,
  EVEN_SECONDS,
  type Segment,
} from "~/media/playback/cuts";
import type { AudioDelivery } from "~/media/playback/delivery-plan";
import type { Timeline } from "~/media/playback/read-index.server";

/** The segments of an audio track, which may be shorter or longer than the video; at least one. */
export function audioSegments(
  { segments, start, end, audio }: Timeline,
  track: number,
  as: AudioDelivery,
): Segment[] {
  const trackEnd = audio.get(track)?.end ?? end;
  const longer = Math.max(end, trackEnd);
  const all =
    as === "aac"
      ? cutEvenly(start, longer, ENCODED_AUDIO_SECONDS)
      : longer - end < MIN_TAIL_SECONDS
        ? segments
        : [...segments, ...cutEvenly(end, longer, EVEN_SECONDS)];
  const audible = all.filter((segment) => segment.start < trackEnd);
  return audible.length === 0 ? all.slice(0, 1) : audible;
}

/** Audio that ends this little after the video is part of the last segment. */
const MIN_TAIL_SECONDS = 0.5;

/** One of a rendition's segments. */
export interface FoundSegment {
  segment: Segment;
  /** `init.mp4` is made from the first segment. */
  isInit: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** Throws `NotFound` for a name that is neither `init.mp4` nor that of a segment. */
export function findSegment(segments: readonly Segment[], name: string): FoundSegment {
  const isInit = name === "init.mp4";
  const match = /^(\d{1,6})\.m4s$/.exec(name);
  const position = isInit ? 0 : match === null ? -1 : Number(match[1]);
  const segment = segments[position];
  if (segment === undefined) throw new NotFound("file.notFound");
  return {
    segment,
    isInit,
    isFirst: position === 0,
    isLast: position === segments.length - 1,
  };
}
