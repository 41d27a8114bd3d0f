import { coverUrl } from "~/artwork/cover-sizes";
import type { WatchListEntry } from "~/features/watch-list/entry";

export function withEntryImage(entry: WatchListEntry, origin: string): WatchListEntry {
  return entry.imageUrl === null
    ? { ...entry, imageUrl: origin + coverUrl(entry.mal_id, 360) }
    : entry;
}
