import type { ListPlace } from "./mal-states";

/** What an entry of a watch list holds besides its title and its moments: all that an export carries and an import can change. */
export interface EntryValues extends ListPlace {
  watchedEpisodes: number | null;
  /** 1 to 10. */
  ownScore: number | null;
  /** YYYY-MM-DD, as `finishedOn`. */
  startedOn: string | null;
  finishedOn: string | null;
  timesRewatched: number | null;
  notes: string | null;
  tags: string | null;
}
