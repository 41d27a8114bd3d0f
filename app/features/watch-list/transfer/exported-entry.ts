import type { EntryValues } from "./entry-values";

export interface ExportedEntry extends EntryValues {
  malId: number;
  title: string;
  /** Of the title, for MyAnimeList's format. */
  animeType: string | null;
  episodes: number | null;
  addedAt: Date;
  updatedAt: Date;
}
