import type { TrackedEntry } from "~/features/watch-list/tracking/tracked-entry";

export interface ExportedEntry extends Omit<TrackedEntry, "listed"> {
  malId: number;
  title: string | null;
  animeType: string | null;
  episodes: number | null;
  addedAt: Date;
  updatedAt: Date;
}
