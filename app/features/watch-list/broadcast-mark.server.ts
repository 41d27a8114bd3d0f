import { hasEpisode } from "~/features/catalog/episodes/episode-set";
import { isUnderWay, type EntrySummary } from "./get-entry-summaries.server";

interface Broadcast {
  at: Date;
  /** The number of the episode; null if it is unknown. */
  episode: number | null;
  now: Date;
}

/** `seen`, or the episode that "+1" marks; null if there is neither. */
export type BroadcastMark = "seen" | number | null;

/**
 * Marks a broadcast of a listed title. "+1" is left out while its episode is yet to air, which the
 * time of the broadcast tells better than the catalog's dates.
 */
export function markOf(entry: EntrySummary, { at, episode, now }: Broadcast): BroadcastMark {
  if (episode !== null && hasEpisode(entry.seen, episode)) return "seen";
  const { next, countUp } = entry;
  if (!isUnderWay(entry) || next === null) return null;
  if (episode === null) return countUp;
  if (at > now) return next >= episode ? null : countUp;
  return next <= episode ? next : countUp;
}
