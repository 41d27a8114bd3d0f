import type { Anime } from "~/features/catalog/anime";
import type { ScoreScale } from "~/features/catalog/score-scale";
import type { WatchListEntry } from "~/features/watch-list/entry";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { toEditValues } from "./edit-values";
import { NO_STATE } from "./list-view";
import type { OwnEntryData } from "./own-entry";

export function toOwnEntry(
  anime: Pick<Anime, "episodes" | "status">,
  entry: WatchListEntry | null,
  summary: EntrySummary | undefined,
  scale: ScoreScale,
): OwnEntryData {
  return {
    state: entry === null ? null : (entry.state ?? NO_STATE),
    seen: entry?.episodes_seen ?? 0,
    total: summary === undefined ? anime.episodes || null : summary.total,
    next: summary === undefined ? 1 : summary.next,
    withoutFiller: summary?.withoutFiller ?? null,
    score: entry?.score ?? null,
    startedOn: entry?.started_on ?? null,
    finishedOn: entry?.finished_on ?? null,
    rewatches: entry?.rewatches ?? [],
    notes: entry?.notes ?? null,
    tags: entry?.tags ?? [],
    private: entry?.private ?? false,
    aired: anime.status !== "Not yet aired",
    values: toEditValues(entry, scale),
    scale,
  };
}
