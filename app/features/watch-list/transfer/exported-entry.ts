import type { EntryValues } from "./entry-values";

/** One entry of a watch list with all that an export writes. */
export interface ExportedEntry extends EntryValues {
  malId: number;
  title: string;
  /** The title's own type and number of episodes, which MyAnimeList's format repeats. */
  animeType: string | null;
  episodes: number | null;
  addedAt: Date;
  updatedAt: Date;
}
