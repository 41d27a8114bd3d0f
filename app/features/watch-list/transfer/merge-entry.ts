import type { EntryState } from "~/features/watch-list/entry-states";
import { MAX_EPISODES } from "~/features/watch-list/tracking/extra-episodes";
import { mapEntryFields } from "~/features/watch-list/tracking/entry-fields";
import {
  firstEpisodes,
  NO_EPISODES,
  subtractSet,
  uniteSets,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import type {
  Rewatch,
  TrackedEntry,
  TrackedTitle,
} from "~/features/watch-list/tracking/tracked-entry";
import { withCount, withoutTail } from "~/features/watch-list/tracking/tracking-rules";
import type { ImportedEntry } from "./imported-entry";
import type { MergePolicy } from "./merge-policy";

/**
 * Fields that the format lacks are unchanged. Marks of a title that is not on the list are kept,
 * unless they are to be replaced. Idempotent with `replace`.
 */
export function mergeEntry(
  ours: TrackedEntry,
  title: TrackedTitle,
  imported: ImportedEntry & { state: EntryState | null },
  policy: MergePolicy,
): TrackedEntry {
  const mayBeRewatch = imported.state === "completed" || imported.state === "watching";
  const keepsRewatch =
    imported.isRewatchUnread === true && mayBeRewatch && ours.state === "rewatching";
  const theirs = keepsRewatch
    ? { ...imported, state: ours.state, episodesSeen: undefined }
    : imported;
  const { state } = theirs;
  return {
    ...ours,
    ...mapEntryFields((name) => (theirs[name] === undefined ? ours[name] : theirs[name])),
    listed: true,
    ...mergeSeen(ours, title, theirs, !ours.listed && policy !== "replace"),
    rewatches: mergeRewatches(
      ours.rewatches,
      theirs,
      state === "rewatching" || theirs.hasOpenRewatch === true,
    ),
  };
}

/** Drops extras, which count for nothing, except those that are stored already. */
export function clipSeen(
  seen: EpisodeSet | undefined,
  stored: EpisodeSet,
  total: number | null,
): EpisodeSet | undefined {
  if (seen === undefined) return undefined;
  const allowed = uniteSets(stored, [[1, total ?? MAX_EPISODES]]);
  return subtractSet(seen, subtractSet(seen, allowed));
}

function mergeSeen(
  ours: TrackedEntry,
  { total }: TrackedTitle,
  { state, seen, skipped, episodesSeen }: ImportedEntry,
  keepsMarks: boolean,
): Pick<TrackedEntry, "seen" | "skipped"> {
  const { seen: stored, skipped: storedSkipped } = ours;
  if (seen !== undefined) {
    const marked = keepsMarks ? uniteSets(stored, seen) : seen;
    return skipped === undefined
      ? withoutTail(marked, subtractSet(storedSkipped, marked))
      : { seen: marked, skipped };
  }
  if (state === "completed" && total !== null && (episodesSeen ?? 0) === 0)
    return { seen: uniteSets(stored, firstEpisodes(total)), skipped: NO_EPISODES };
  if (episodesSeen === undefined) return { seen: stored, skipped: storedSkipped };
  const count = Math.min(episodesSeen ?? 0, total ?? MAX_EPISODES);
  if (!keepsMarks) return withCount(ours, total, count);
  const counted = withCount({ seen: NO_EPISODES, skipped: storedSkipped }, total, count);
  return { seen: uniteSets(stored, counted.seen), skipped: storedSkipped };
}

function mergeRewatches(
  ours: readonly Rewatch[],
  { rewatches, timesRewatched }: ImportedEntry,
  isRewatching: boolean,
): readonly Rewatch[] {
  if (rewatches !== undefined) return withOpenRewatch(rewatches, isRewatching);
  const finished = ours.filter((rewatch) => rewatch.finished);
  if (timesRewatched === undefined)
    return withOpenRewatch(isRewatching ? ours : finished, isRewatching);
  const times = timesRewatched ?? 0;
  const missing = Math.max(0, times - finished.length);
  return withOpenRewatch(
    [
      ...finished.slice(0, times),
      ...Array.from({ length: missing }, () => ({ ...UNDATED, finished: true })),
      ...ours.filter((rewatch) => !rewatch.finished),
    ],
    isRewatching,
  );
}

const UNDATED = { startedOn: null, finishedOn: null, score: null };

/** Leaves at most the last rewatch unfinished, and one while rewatching. */
function withOpenRewatch(list: readonly Rewatch[], isRewatching: boolean): readonly Rewatch[] {
  const open = list.filter(({ finished }) => !finished).slice(0, 1);
  const finished = list.filter((rewatch) => rewatch.finished);
  return [
    ...finished,
    ...(open.length === 0 && isRewatching ? [{ ...UNDATED, finished: false }] : open),
  ];
}
