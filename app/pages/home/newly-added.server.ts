import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { servicesContext, type RouterContext } from "~/http/context";
import { mayOpenFiles } from "~/http/request/media-viewer.server";
import { cachedPlayableTitles } from "~/pages/parts/present-cards.server";
import { latestFirst } from "~/pages/parts/latest-first";
import { cachedLibraryTitles, cardsOfTitles } from "~/pages/parts/library-titles.server";
import { cacheKind } from "~/caching/kind-caches";

const NEW_TITLES = cacheKind<AnimeCardData[]>("newly-added");

const RAIL_LENGTH = 16;

interface NewlyAddedOptions {
  parentalControl: boolean;
  language: TitleLanguage;
  hidden: HiddenTitles | null;
}

/**
 * What most lately began to play here, for the request's viewer. Cached until the catalog changes,
 * for all who hide nothing.
 */
export async function listNewlyAdded(
  request: Request,
  context: RouterContext,
  { hidden, ...reader }: NewlyAddedOptions,
): Promise<AnimeCardData[]> {
  const services = context.get(servicesContext);
  const playable = await cachedPlayableTitles(request, context);
  const load = async () => {
    const titles = (await cachedLibraryTitles(services, reader)).filter(
      ({ id }) => hidden?.ids.has(id) !== true && typeof playable.get(id)?.addedAt === "number",
    );
    return cardsOfTitles(services, latestFirst(titles, playable).slice(0, RAIL_LENGTH), reader);
  };
  if (playable.size === 0) return [];
  if (hidden !== null) return load();
  const key = `${reader.parentalControl}/${reader.language}/files=${await mayOpenFiles(request, context)}`;
  return services.caches.get(NEW_TITLES, key, load);
}
