import type { MediaChapter, MediaInfo } from "./container-info";

/** A chapter as the file has it. */
export interface FileChapter extends MediaChapter {
  /** Whether viewers do not see it; the chapter before it ends there all the same. */
  isHidden?: boolean;
  /** Depth among chapters that contain chapters; 0, the top, by default. */
  depth?: number;
}

/** A chapter beyond this is a mistake even where the file's length is unknown. */
const MAX_CHAPTERED_SECONDS = 7 * 86_400;

/**
 * The shown chapters as far as they lie within the film, in order. An end that is missing,
 * reversed, at the film's own or behind the start of the next chapter of the same level is that
 * start, or null while the film's length is unknown: "Skip intro" must not end an episode because
 * an editor wrote a time wrong.
 */
export function chaptersWithin(
  chapters: readonly FileChapter[],
  { startTime, duration }: Pick<MediaInfo, "startTime" | "duration">,
): MediaChapter[] {
  const filmEnd = duration === null ? MAX_CHAPTERED_SECONDS : startTime + duration;
  const ordered = chapters
    .filter(({ start }) => start < filmEnd)
    .sort((one, other) => one.start - other.start || depthOf(one) - depthOf(other));
  const followers = followingStarts(ordered);
  return ordered.flatMap(({ title, start, end, isHidden = false }, index): MediaChapter[] => {
    if (isHidden) return [];
    const next = followers[index] ?? filmEnd;
    const isUsable = end !== null && end > start && end < next;
    const until = isUsable ? end : (followers[index] ?? (duration === null ? null : filmEnd));
    return until !== null && until <= startTime ? [] : [{ title, start, end: until }];
  });
}

/** Tells for each chapter when the next one starts that is not part of it; null for the last. */
function followingStarts(ordered: readonly FileChapter[]): (number | null)[] {
  const found = ordered.map((): number | null => null);
  /** The indexes of chapters whose follower is yet to come. */
  let open: number[] = [];
  ordered.forEach((chapter, index) => {
    open = open.filter((earlier) => {
      const before = ordered[earlier];
      const isFollowed =
        before !== undefined && depthOf(chapter) <= depthOf(before) && chapter.start > before.start;
      if (isFollowed) found[earlier] = chapter.start;
      return !isFollowed;
    });
    open.push(index);
  });
  return found;
}

function depthOf({ depth = 0 }: FileChapter): number {
  return depth;
}
