import type { EntryState } from "./mal-states";

/** The fields that an export contains and an import can change. */
export interface EntryValues extends EntryState {
  watchedEpisodes: number | null;
  /** 1 to 10. */
  ownScore: number | null;
  /** YYYY-MM-DD, like `finishedOn`. */
  startedOn: string | null;
  finishedOn: string | null;
  timesRewatched: number | null;
  notes: string | null;
  tags: string | null;
}
