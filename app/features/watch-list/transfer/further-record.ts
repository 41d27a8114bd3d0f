import type { EntryState } from "~/features/watch-list/entry-states";
import { countEpisodes } from "~/features/catalog/episodes/episode-set";
import type { ImportedEntry } from "./imported-entry";
import { toImportedRecord } from "./own-format";

export type UsableEntry = ImportedEntry & { state: EntryState | null };

/** Decides between records that are equally far. */
const STATES_BY_PROGRESS: readonly (EntryState | null)[] = [
  null,
  "planned",
  "watching",
  "paused",
  "dropped",
  "completed",
  "rewatching",
];

/**
 * Returns the one of two records of a title that is further: more viewings, then more episodes of
 * the last one, then the later change. Their order decides nothing, also when all of that is equal.
 */
export function furtherRecord(one: UsableEntry, other: UsableEntry): UsableEntry {
  const [ranks, others] = [rank(one), rank(other)];
  const index = ranks.findIndex((value, place) => value !== others[place]);
  return index === -1 || (ranks[index] ?? 0) > (others[index] ?? 0) ? one : other;
}

/** Whether two records say the same, as lists have that name a title once for each custom list. */
export function isSameRecord(one: UsableEntry, other: UsableEntry): boolean {
  return recordText(one) === recordText(other);
}

function rank(entry: UsableEntry): (number | string)[] {
  const { state, seen, episodesSeen, timesRewatched, rewatches, updatedAt } = entry;
  const isAgain = state === "rewatching" || entry.hasOpenRewatch === true;
  const again = rewatches?.filter(({ finished }) => finished).length ?? timesRewatched ?? 0;
  const isCompleted = state === "completed";
  const hasFinished = isCompleted || isAgain || again > 0;
  const count = seen === undefined ? (episodesSeen ?? 0) : countEpisodes(seen);
  return [
    again + (hasFinished ? 1 : 0),
    // The next viewing has begun.
    isCompleted ? 0 : 1,
    // Completed without a number means all episodes.
    isCompleted && count === 0 ? Infinity : count,
    updatedAt?.getTime() ?? 0,
    STATES_BY_PROGRESS.indexOf(state),
    Object.values(toImportedRecord(entry)).filter((value) => (value ?? null) !== null).length,
    recordText(entry),
  ];
}

function recordText(entry: UsableEntry): string {
  return JSON.stringify([toImportedRecord(entry), entry.hasOpenRewatch === true]);
}
