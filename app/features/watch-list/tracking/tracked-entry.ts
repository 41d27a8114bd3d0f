import type { EntryState } from "~/features/watch-list/entry-states";
import { NO_EPISODES, type EpisodeSet } from "./episode-set";
import type { PartialDate } from "./partial-date";

export interface Rewatch {
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  score: number | null;
  finished: boolean;
}

export interface TrackedEntry {
  /** On the list; unlisted titles can have seen episodes. */
  listed: boolean;
  state: EntryState | null;
  seen: EpisodeSet;
  /** Marked as not seen, below the last seen one. */
  skipped: EpisodeSet;
  score: number | null;
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  rewatches: readonly Rewatch[];
  notes: string | null;
  tags: readonly string[];
  priority: number;
  private: boolean;
}

export const UNLISTED: TrackedEntry = {
  listed: false,
  state: null,
  seen: NO_EPISODES,
  skipped: NO_EPISODES,
  score: null,
  startedOn: null,
  finishedOn: null,
  rewatches: [],
  notes: null,
  tags: [],
  priority: 0,
  private: false,
};

export interface TrackedTitle {
  total: number | null;
  aired: boolean;
}
