import { listPlayableOf } from "~/features/catalog/episodes/list-playable-of.server";
import { nextEpisode } from "~/features/catalog/episodes/next-episode";
import { listHistories } from "~/features/catalog/episodes/watch-history.server";
import { watchPath } from "~/features/catalog/view/anime-path";
import type { OwnSuggestion, TitleSuggestion } from "~/features/listing/suggest/suggestion";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { NO_STATE } from "~/features/watch-list/view/list-view";
import type { I18n } from "~/i18n/i18n";
import type { CatalogTools } from "~/services/shared-services";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import { getOwnEntries } from "./get-list-states.server";
import { cachedPlayableTitles } from "./present-cards.server";

/**
 * The suggestions with what a signed-in user has of each title, and the one thing to do next: to
 * play, where the next episode plays here, or else to mark it as watched. Unchanged for visitors,
 * and on failure, since a search must go on without.
 */
export async function withOwnStates(
  catalog: CatalogTools,
  viewer: PageViewer,
  suggestions: readonly TitleSuggestion[],
): Promise<TitleSuggestion[]> {
  const { user, skipsFiller, i18n } = viewer;
  if (user === null) return [...suggestions];
  const ids = suggestions.map(({ id }) => id);
  try {
    const [entries, playable] = await Promise.all([
      getOwnEntries(catalog.db, viewer, ids),
      cachedPlayableTitles(catalog, viewer),
    ]);
    const unlisted = ids.filter((id) => playable.has(id) && !entries.has(id));
    const histories = await listHistories(catalog.db, user.id, unlisted, { skipsFiller });
    const nextOf = (id: number): number | null => {
      const history = histories.get(id);
      return history === undefined ? (entries.get(id)?.next ?? null) : nextEpisode(history);
    };
    const playing = await listPlayableOf(
      catalog.db,
      ids.flatMap((animeId) => {
        const number = playable.has(animeId) ? nextOf(animeId) : null;
        return number === null ? [] : [{ animeId, number }];
      }),
    );
    return suggestions.map((suggestion) => {
      const { id } = suggestion;
      const entry = entries.get(id);
      const next = nextOf(id);
      const action = playing.has(`${id}-${next}`) ? playOf(id, next) : countUpOf(entry);
      if (entry === undefined && action === null) return suggestion;
      return {
        ...suggestion,
        own: { line: entry === undefined ? null : formatProgress(i18n, entry), action },
      };
    });
  } catch {
    return [...suggestions];
  }
}

function playOf(id: number, next: number | null): OwnSuggestion["action"] {
  return next === null ? null : { kind: "play", episode: next, path: watchPath(id, next) };
}

/** Nothing counts up what is not on the list, is done with, or has yet to air. */
function countUpOf(entry: EntrySummary | undefined): OwnSuggestion["action"] {
  if (entry === undefined || entry.countUp === null) return null;
  const isOver = entry.state === "completed" || entry.state === "dropped";
  return isOver ? null : { kind: "mark", episode: entry.countUp };
}

/** Returns `Watching · 3 of 12`; the state alone before the first episode and once completed. */
function formatProgress(
  { t, label, formatNumber }: I18n,
  { state, episodesSeen, total }: EntrySummary,
): string {
  const name = label("entryState", state ?? NO_STATE);
  if (episodesSeen === 0 || state === "completed") return name;
  const seen = formatNumber(episodesSeen);
  const progress =
    total === null
      ? t("upNext.seen", { seen })
      : t("upNext.seenOf", { seen, all: formatNumber(total) });
  return `${name} · ${progress}`;
}
