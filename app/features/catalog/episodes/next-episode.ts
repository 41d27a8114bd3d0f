import { countEpisodes, hasEpisode, lastEpisode, type EpisodeSet } from "./episode-set";

/** The episodes of a title, and which of them a viewer skips. */
export interface EpisodeSpan {
  /** The number of episodes; null while unknown. */
  total: number | null;
  /** The last one that was broadcast; null unless airing, or where the catalog has no dates. */
  lastAired: number | null;
  filler: EpisodeSet;
}

/** What a viewer has watched of a title. */
export interface WatchHistory extends EpisodeSpan {
  /** The catalog has no later date, and its last one is a week old: more may have aired since. */
  mayHaveAired?: boolean;
  seen: EpisodeSet;
  /** The half-watched episode that was played last. */
  halfWatched: number | null;
}

/**
 * What comes next: the half-watched episode, else the first unseen one after the last seen, else
 * the lowest unseen one. One that has yet to air comes last. Returns null when all are seen.
 */
export function nextEpisode(history: WatchHistory): number | null {
  const { seen, halfWatched, total, lastAired } = history;
  if (halfWatched !== null) return halfWatched;
  if (total !== null && countEpisodes(seen) >= total) return null;
  const aired = lastAired === null ? null : firstUnseen(history, lastAired);
  return aired ?? firstUnseen(history, total ?? Infinity);
}

/**
 * What "+1" marks: what comes next, unless it has yet to air. Null when nothing that was broadcast
 * is left.
 */
export function episodeToMark(history: WatchHistory): number | null {
  const next = nextEpisode(history);
  return isCaughtUp(next, history) && history.mayHaveAired !== true ? null : next;
}

/** Whether nothing that was broadcast is left to watch, given the next episode. */
export function isCaughtUp(next: number | null, { halfWatched, lastAired }: WatchHistory): boolean {
  return halfWatched === null && (next === null || (lastAired !== null && next > lastAired));
}

function firstUnseen({ seen, total, filler }: WatchHistory, upTo: number): number | null {
  const isOpen = (number: number) => !hasEpisode(seen, number) && !hasEpisode(filler, number);
  const end = Math.min(upTo, total ?? Infinity);
  const last = lastEpisode(seen) ?? 0;
  for (let number = last + 1; number <= end; number += 1) if (isOpen(number)) return number;
  for (let number = 1; number < Math.min(last, end + 1); number += 1)
    if (isOpen(number)) return number;
  return null;
}
