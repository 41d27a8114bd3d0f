import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import {
  listLibraryTitles,
  type LibraryTitle,
} from "~/features/franchise/list-library-titles.server";
import { servicesContext, type CatalogTools, type RouterContext } from "~/http/context";
import { cachedPlayableTitles } from "~/pages/catalog/present-cards.server";
import { visitorSettingsContext } from "~/pages/settings/visitor-settings";
import { cacheKind } from "~/caching/kind-caches";
import type { ShownTitle } from "./arrange-library";

const TITLES = cacheKind<LibraryTitle[]>("library-titles");

type Reader = Viewer & { language: TitleLanguage };

/** Read once until the catalog changes. */
export function cachedLibraryTitles(
  { db, caches }: CatalogTools,
  reader: Reader,
): Promise<LibraryTitle[]> {
  return caches.get(TITLES, `${reader.parentalControl}/${reader.language}`, () =>
    listLibraryTitles(db, reader),
  );
}

/** Tells whether the request's viewer can play any title that they may see. */
export async function hasLibraryTitles(request: Request, context: RouterContext): Promise<boolean> {
  const playable = await cachedPlayableTitles(request, context);
  if (playable.size === 0) return false;
  const { parentalControl, titleLanguage: language } = context.get(visitorSettingsContext);
  const { catalog } = context.get(servicesContext);
  const titles = await cachedLibraryTitles(catalog, { parentalControl, language });
  return titles.some(({ id }) => playable.has(id));
}

/** In the given order. */
export async function cardsOfTitles(
  { db }: CatalogTools,
  titles: readonly ShownTitle[],
  { language, ...viewer }: Reader,
): Promise<AnimeCardData[]> {
  const animes = await getCardAnimes(
    db,
    titles.map(({ id }) => id),
    viewer,
  );
  return withCoverColors(
    db,
    titles.flatMap(({ id, others }) => {
      const anime = animes.get(id);
      if (anime === undefined) return [];
      const card = animeCard(anime, language);
      return [others === undefined ? card : { ...card, others }];
    }),
  );
}
