import { airingStatusAt } from "~/features/catalog/airing-status.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Anime } from "~/features/catalog/anime";
import type { WatchListEntry } from "~/features/watch-list/entry";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { EMPTY_FIELDS, fromEntryRow } from "~/features/watch-list/tracking/entry-fields";
import { toEditValues } from "~/features/watch-list/view/edit-values";
import { NO_STATE } from "~/features/watch-list/view/list-view";
import type { OwnEntryData } from "~/features/watch-list/view/own-entry";

interface OwnState {
  entry: WatchListEntry | null;
  summary: EntrySummary | undefined;
  isFavorite: boolean;
}

/** Returns null for visitors. */
export function toOwnEntry(
  user: SessionUser | null,
  anime: Pick<Anime, "episodes" | "status" | "aired_from" | "aired_to">,
  { entry, summary, isFavorite }: OwnState,
): OwnEntryData | null {
  if (user === null) return null;
  const scale = user.preferences.scoreScale;
  const fields = entry === null ? EMPTY_FIELDS : fromEntryRow(entry);
  const episodesSeen = entry?.episodes_seen ?? 0;
  return {
    ...fields,
    state: entry === null ? null : (entry.state ?? NO_STATE),
    seen: episodesSeen,
    total: summary === undefined ? anime.episodes || null : summary.total,
    next: summary === undefined ? 1 : summary.next,
    countUp: summary?.countUp ?? null,
    withoutFiller: summary?.withoutFiller ?? null,
    rewatches: entry?.rewatches ?? [],
    aired: airingStatusAt(anime, new Date()) !== "Not yet aired",
    values: toEditValues(entry === null ? null : { ...fields, episodesSeen }, scale),
    scale,
    isFavorite,
  };
}
