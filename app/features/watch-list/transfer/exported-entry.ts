import type { TrackedEntry } from "~/features/watch-list/tracking/tracked-entry";

export interface ExportedEntry extends Omit<TrackedEntry, "listed"> {
  malId: number;
  /** Null when it is hidden. */
  title: string | null;
  /** Of the title, for MyAnimeList's format. */
  animeType: string | null;
  episodes: number | null;
  addedAt: Date;
  updatedAt: Date;
}
