import type { EntryState } from "~/features/watch-list/entry-states";
import { NO_EPISODES, type EpisodeSet } from "./episode-set";
import type { PartialDate } from "./partial-date";

/** One time that a completed title was watched again. */
export interface Rewatch {
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  /** 0 to 100. */
  score: number | null;
  /** False for the one under way, which is the last. */
  finished: boolean;
}

/** What a user has recorded about a title. */
export interface TrackedEntry {
  /** On the list; episodes can be seen without. */
  listed: boolean;
  state: EntryState | null;
  /** While rewatching, those seen again. */
  seen: EpisodeSet;
  /** Marked as not seen, below the last seen one. */
  skipped: EpisodeSet;
  /** 0 to 100. */
  score: number | null;
  startedOn: PartialDate | null;
  finishedOn: PartialDate | null;
  rewatches: readonly Rewatch[];
  notes: string | null;
  tags: readonly string[];
  /** 0 to 2. */
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

/** What the rules need to know of a title. */
export interface TrackedTitle {
  /** Null while unknown. */
  total: number | null;
  /** Whether it has begun to air. */
  aired: boolean;
}
