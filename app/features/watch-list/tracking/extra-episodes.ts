import { subtractSet, type EpisodeSet } from "~/features/catalog/episodes/episode-set";

/** Applies while a title's number of episodes is unknown. */
export const MAX_EPISODES = 100_000;

/**
 * Episode 0, and those beyond the number of episodes that a title has, are extras: they can be
 * played, and count for nothing.
 */
export function isExtra(episode: number, { total }: { total: number | null }): boolean {
  return episode < 1 || episode > (total ?? MAX_EPISODES);
}

/** Removes episodes beyond the number that the title has. */
export function withoutExtras(set: EpisodeSet, { total }: { total: number | null }): EpisodeSet {
  return total === null ? set : subtractSet(set, [[total + 1, Number.MAX_SAFE_INTEGER]]);
}
