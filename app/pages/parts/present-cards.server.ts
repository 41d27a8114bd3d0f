import {
  listPlayableTitles,
  type PlayableTitles,
} from "~/features/catalog/episodes/playable-titles.server";
import { maskScores } from "~/features/catalog/spoilers/mask-scores";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import { playMark } from "~/features/catalog/view/cards/play-mark.server";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { mayOpenFiles } from "~/http/request/media-viewer.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";
import { cacheKind } from "~/caching/kind-caches";
import { markCards } from "./mark-cards";
import type { PlayableEpisode } from "~/features/playback/sources/playable-episodes.server";
import type { PlayMarkData } from "~/features/catalog/view/cards/play-mark";

const PLAYABLE = cacheKind<PlayableTitles>("playable-titles");

/** What the request's viewer can play here, read once until the catalog changes. */
export async function cachedPlayableTitles(
  request: Request,
  context: RouterContext,
): Promise<PlayableTitles> {
  const { db, caches } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  const viewer = { parentalControl, mayOpenFiles: await mayOpenFiles(request, context) };
  return caches.get(PLAYABLE, `${parentalControl}/files=${viewer.mayOpenFiles}`, () =>
    listPlayableTitles(db, viewer),
  );
}

/**
 * A page's data as the viewer gets it: its cards say what plays here, and have no scores for a user
 * who masks them. It is copied, since pages share cached cards.
 */
export async function presentCards<Data>(
  request: Request,
  context: RouterContext,
  data: Data,
  masks: Pick<SpoilerSettings, "scores"> = context.get(visitorSettingsContext).masks,
): Promise<Data> {
  const i18n = context.get(i18nContext);
  const playable = await cachedPlayableTitles(request, context);
  const masked = maskScores(masks, data);
  if (playable.size === 0) return masked;
  return markCards(masked, (id) => {
    const title = playable.get(id);
    return title === undefined ? null : playMark(i18n, title);
  });
}

/** Marks by the number of the episode; none of a title that the viewer cannot play. */
export async function markEpisodes(
  request: Request,
  context: RouterContext,
  animeId: number,
  episodes: readonly PlayableEpisode[],
): Promise<ReadonlyMap<number, PlayMarkData>> {
  const i18n = context.get(i18nContext);
  const playable = await cachedPlayableTitles(request, context);
  return new Map(
    playable.has(animeId)
      ? episodes.map((episode) => [episode.number, playMark(i18n, episode)])
      : [],
  );
}
