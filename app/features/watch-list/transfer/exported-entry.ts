import type { TrackedEntry } from "~/features/watch-list/tracking/tracked-entry";

export interface ExportedEntry extends Omit<TrackedEntry, "listed"> {
  malId: number;
  title: string;
  /** Of the title, for MyAnimeList's format. */
  animeType: string | null;
  episodes: number | null;
  addedAt: Date;
  updatedAt: Date;
}
