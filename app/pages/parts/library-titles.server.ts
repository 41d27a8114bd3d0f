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
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";
import type { ShownTitle } from "./latest-first";

const TITLES = cacheKind<LibraryTitle[]>("library-titles");

type Reader = Viewer & { language: TitleLanguage };

/** Reads once until the catalog changes. */
export function cachedLibraryTitles(
  { db, caches }: CatalogTools,
  reader: Reader,
): Promise<LibraryTitle[]> {
  return caches.get(TITLES, `${reader.parentalControl}/${reader.language}`, () =>
    listLibraryTitles(db, reader),
  );
}

/** Keeps the given order. */
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
