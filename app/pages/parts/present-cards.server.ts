import {
  listPlayableTitles,
  type PlayableTitles,
} from "~/features/catalog/episodes/playable-titles.server";
import { maskScores } from "~/features/catalog/spoilers/mask-scores";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import { playMark } from "~/features/catalog/view/cards/play-mark.server";
import type { PageViewer } from "~/pages/viewer/page-viewer.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";
import { markCards } from "./mark-cards";
import type { PlayableEpisode } from "~/features/playback/sources/playable-episodes.server";
import type { PlayMarkData } from "~/features/catalog/view/cards/play-mark";

const PLAYABLE = cacheKind<PlayableTitles>("playable-titles");

type CacheTools = Pick<CatalogTools, "db" | "caches">;
type PlayViewer = Pick<PageViewer, "parentalControl" | "mayOpenFiles">;

/** What the viewer can play here, read once until the catalog changes. */
export function cachedPlayableTitles(
  { db, caches }: CacheTools,
  { parentalControl, mayOpenFiles }: PlayViewer,
): Promise<PlayableTitles> {
  return caches.get(PLAYABLE, `${parentalControl}/files=${mayOpenFiles}`, () =>
    listPlayableTitles(db, { parentalControl, mayOpenFiles }),
  );
}

/**
 * A page's data as the viewer gets it: its cards say what plays here, and have no scores for a user
 * who masks them. It is copied, since pages share cached cards.
 */
export async function presentCards<Data>(
  catalog: CacheTools,
  viewer: PlayViewer & Pick<PageViewer, "i18n" | "masks">,
  data: Data,
  masks: Pick<SpoilerSettings, "scores"> = viewer.masks,
): Promise<Data> {
  const playable = await cachedPlayableTitles(catalog, viewer);
  const masked = maskScores(masks, data);
  if (playable.size === 0) return masked;
  return markCards(masked, (id) => {
    const title = playable.get(id);
    return title === undefined ? null : playMark(viewer.i18n, title);
  });
}

/** Marks by the number of the episode; none of a title that the viewer cannot play. */
export async function markEpisodes(
  catalog: CacheTools,
  viewer: PlayViewer & Pick<PageViewer, "i18n">,
  animeId: number,
  episodes: readonly PlayableEpisode[],
): Promise<ReadonlyMap<number, PlayMarkData>> {
  const playable = await cachedPlayableTitles(catalog, viewer);
  return new Map(
    playable.has(animeId)
      ? episodes.map((episode) => [episode.number, playMark(viewer.i18n, episode)])
      : [],
  );
}
