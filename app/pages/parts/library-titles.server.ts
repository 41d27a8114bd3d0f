import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { readCoverColors, withCoverColors } from "~/features/catalog/images/cover-previews.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { animeCard, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import {
  listLibraryTitles,
  type LibraryTitle,
} from "~/features/franchise/list-library-titles.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { CatalogTools } from "~/services/shared-services";
import { cacheKind } from "~/caching/kind-caches";
import { latestFirst, type ShownTitle } from "./latest-first";
import { cachedPlayableTitles } from "./present-cards.server";

const TITLES = cacheKind<LibraryTitle[]>("library-titles");

type Reader = Viewer & { language: TitleLanguage };

/** Reads once until the catalog changes. */
export function cachedLibraryTitles(
  { db, caches }: CatalogTools,
  reader: Reader,
): Promise<LibraryTitle[]> {
  return caches.get(TITLES, `${String(reader.parentalControl)}/${reader.language}`, () =>
    listLibraryTitles(db, reader),
  );
}

/**
 * What most lately began to play here for the viewer, with the colors of the covers. Names have no
 * effect on it, so the library is read in the order that is most likely cached.
 */
export async function listNewlyAdded(
  catalog: CatalogTools,
  viewer: Viewer & { mayOpenFiles: boolean },
  { hidden, limit }: { hidden: HiddenTitles | null; limit: number },
): Promise<{ titles: CardAnime[]; colors: ReadonlyMap<number, string> }> {
  const { parentalControl } = viewer;
  const playable = await cachedPlayableTitles(catalog, viewer);
  if (playable.size === 0) return { titles: [], colors: new Map() };
  const library = await cachedLibraryTitles(catalog, { parentalControl, language: "romaji" });
  const added = library.filter(
    ({ id }) => hidden?.ids.has(id) !== true && typeof playable.get(id)?.addedAt === "number",
  );
  const ids = latestFirst(added, playable)
    .slice(0, limit)
    .map(({ id }) => id);
  const titles = await getCardAnimes(catalog.db, ids, { parentalControl });
  return {
    titles: ids.flatMap((id) => titles.get(id) ?? []),
    colors: await readCoverColors(catalog.db, [...titles.keys()]),
  };
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
