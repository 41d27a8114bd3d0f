import type { CollectionType } from "~/features/watch-list/collection-types";
import type { ImportedState } from "./mal-states";

/** One entry of a watch list with all that an export writes. */
export interface ExportedEntry {
  malId: number;
  title: string;
  /** The title's own type and number of episodes, which MyAnimeList's format repeats. */
  animeType: string | null;
  episodes: number | null;
  type: CollectionType;
  importedState: ImportedState | null;
  watchedEpisodes: number | null;
  ownScore: number | null;
  startedOn: string | null;
  finishedOn: string | null;
  timesRewatched: number | null;
  notes: string | null;
  tags: string | null;
  addedAt: Date;
  updatedAt: Date;
}
