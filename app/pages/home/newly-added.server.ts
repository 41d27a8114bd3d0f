import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { PageViewer } from "~/pages/viewer/page-viewer.server";
import { cachedPlayableTitles } from "~/pages/parts/present-cards.server";
import { latestFirst } from "~/pages/parts/latest-first";
import { cachedLibraryTitles, cardsOfTitles } from "~/pages/parts/library-titles.server";
import { cacheKind } from "~/caching/kind-caches";
import type { CatalogTools } from "~/services/shared-services";

const NEW_TITLES = cacheKind<AnimeCardData[]>("newly-added");

const RAIL_LENGTH = 16;

/**
 * What most lately began to play here, for the viewer. Cached until the catalog changes,
 * for all who hide nothing.
 */
export async function listNewlyAdded(
  catalog: CatalogTools,
  viewer: PageViewer,
  hidden: HiddenTitles | null,
): Promise<AnimeCardData[]> {
  const { parentalControl, titleLanguage: language, mayOpenFiles } = viewer;
  const reader = { parentalControl, language };
  const playable = await cachedPlayableTitles(catalog, viewer);
  const load = async () => {
    const titles = (await cachedLibraryTitles(catalog, reader)).filter(
      ({ id }) => hidden?.ids.has(id) !== true && typeof playable.get(id)?.addedAt === "number",
    );
    return cardsOfTitles(catalog, latestFirst(titles, playable).slice(0, RAIL_LENGTH), reader);
  };
  if (playable.size === 0) return [];
  if (hidden !== null) return load();
  const key = `${parentalControl}/${language}/files=${mayOpenFiles}`;
  return catalog.caches.get(NEW_TITLES, key, load);
}
