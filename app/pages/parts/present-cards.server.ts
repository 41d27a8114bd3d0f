import {
  listPlayableTitles,
  type PlayableTitles,
} from "~/features/catalog/episodes/playable-titles.server";
import { isPlainObject, maskScores } from "~/features/catalog/spoilers/mask-scores";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { animeCard, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { playMark } from "~/features/catalog/view/cards/play-mark.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";
import { viewsOf } from "~/caching/views-of";
import type { PlayableEpisode } from "~/features/playback/sources/playable-episodes.server";
import type { PlayMarkData } from "~/features/catalog/view/cards/play-mark";
import type { PageViewer } from "~/pages/viewer/page-viewer";

const PLAYABLE = cacheKind<PlayableTitles>("playable-titles");

type CacheTools = Pick<CatalogTools, "db" | "caches">;
type PlayViewer = Pick<PageViewer, "parentalControl" | "mayOpenFiles">;

/** What the viewer can play here, read once until the catalog changes. */
export function cachedPlayableTitles(
  { db, caches }: CacheTools,
  { parentalControl, mayOpenFiles }: PlayViewer,
): Promise<PlayableTitles> {
  return caches.get(PLAYABLE, `${String(parentalControl)}/files=${mayOpenFiles}`, () =>
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

/** A copy of a page's data whose cards have the marks of their titles. */
export function markCards<Data>(data: Data, markOf: (id: number) => PlayMarkData | null): Data {
  return withMarks(data, markOf) as Data;
}

function withMarks(value: unknown, markOf: (id: number) => PlayMarkData | null): unknown {
  if (Array.isArray(value)) return value.map((part) => withMarks(part, markOf));
  if (!isPlainObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value)) copy[name] = withMarks(value[name], markOf);
  if (typeof copy["id"] !== "number" || !("path" in copy && "color" in copy)) return copy;
  const mark = markOf(copy["id"]);
  return mark === null ? copy : { ...copy, plays: mark };
}

/** Titles of a cache are the same objects for each request, and so are their cards. */
const cardOf = viewsOf(animeCard, (language) => language);

/**
 * Returns what makes cards for the viewer: without the scores that they mask, and with what plays
 * here.
 */
export async function createCardPresenter(
  catalog: CacheTools,
  viewer: PlayViewer & Pick<PageViewer, "i18n" | "masks" | "titleLanguage">,
): Promise<(title: CardAnime) => AnimeCardData> {
  const playable = await cachedPlayableTitles(catalog, viewer);
  const made = new Map<number, AnimeCardData>();
  const present = (title: CardAnime): AnimeCardData => {
    const card = cardOf(title, viewer.titleLanguage);
    const plays = playable.get(card.id);
    if (plays === undefined && !viewer.masks.scores) return card;
    return {
      ...card,
      ...(viewer.masks.scores ? { score: null } : {}),
      ...(plays === undefined ? {} : { plays: playMark(viewer.i18n, plays) }),
    };
  };
  return (title) => {
    const card = made.get(title.mal_id) ?? present(title);
    made.set(card.id, card);
    return card;
  };
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
