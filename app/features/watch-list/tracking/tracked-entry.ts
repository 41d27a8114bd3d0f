import { EMPTY_FIELDS, type EntryFieldValues } from "./entry-fields";
import type { WatchHistory } from "~/features/catalog/episodes/next-episode";
import { NO_EPISODES, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import type { PartialDate } from "./partial-date";

export interface Rewatch {
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  score: number | null;
  finished: boolean;
}

export interface TrackedEntry extends EntryFieldValues {
  /** Whether it is on the list; unlisted titles can have seen episodes. */
  listed: boolean;
  seen: EpisodeSet;
  /** Episodes that are marked as not seen, below the last seen one. */
  skipped: EpisodeSet;
  rewatches: readonly Rewatch[];
}

export const UNLISTED: TrackedEntry = {
  ...EMPTY_FIELDS,
  listed: false,
  seen: NO_EPISODES,
  skipped: NO_EPISODES,
  rewatches: [],
};

export interface TrackedTitle extends Partial<Pick<WatchHistory, "halfWatched" | "lastAired">> {
  total: number | null;
  aired: boolean;
}
