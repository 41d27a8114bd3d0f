import { cacheKind } from "~/caching/kind-caches";
import { mapLimited } from "~/concurrency/map-limited";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { hideKinds, type HideChoice } from "~/features/listing/hidden/hide-choices";
import { listAnime } from "~/features/listing/list-anime.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { listingKey } from "~/features/listing/parse-listing.server";
import { readSavedQuery } from "~/features/saved-search/parse-browse-url.server";
import { listSavedSearches, type SavedSearch } from "~/features/saved-search/saved-searches.server";
import { searchPath } from "~/features/saved-search/search-path";
import type { SearchRailData } from "~/features/saved-search/view/search-rail";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import { getHiddenTitles } from "~/pages/parts/hidden-titles.server";
import type { PageViewer } from "~/pages/viewer/page-viewer.server";
import type { CatalogTools } from "~/services/shared-services";

const RAIL_LENGTH = 16;
/** Leaves connections of the pool to other requests. */
const READS_AT_ONCE = 3;

type RailTitles = Awaited<ReturnType<typeof listAnime>>["items"];
const RAILS = cacheKind<RailTitles>("search-rails");
const OWN_RAILS = cacheKind<RailTitles>("own-search-rails");

interface SearchRailsOptions {
  userId: string;
  /** Whether a pinned search's rail is not hidden. */
  isShown: (id: string) => boolean;
  /** Home's, where a search has no choice of its own. */
  hide: readonly HideChoice[];
}

/** Loads the rails of Home that show saved searches. */
export async function getSearchRails(
  catalog: CatalogTools,
  { i18n, parentalControl, titleLanguage: language }: PageViewer,
  { userId, isShown, hide }: SearchRailsOptions,
) {
  const searches = await listSavedSearches(catalog.db, userId, { parentalControl });
  const pinned = searches.filter((search) => search.pinned);
  return {
    pinned: pinned.map(({ id }) => id),
    newMatches: searches
      .filter(({ fresh }) => fresh > 0)
      .map(({ id, name, query, fresh }) => ({ id, name, path: searchPath(query), fresh })),
    searchRails: await searchRails(
      pinned.filter(({ id }) => isShown(id)),
      {
        parentalControl,
        language,
        i18n,
        async list(query) {
          const hidden = await getHiddenTitles(catalog, {
            userId,
            kinds: hideKinds(query.hide.length > 0 ? query.hide : hide),
            parentalControl,
          });
          return catalog.caches.get(
            hidden === null ? RAILS : OWN_RAILS,
            `${listingKey(query)}/${hidden?.key ?? ""}`,
            async () => (await listAnime(catalog, query, hidden)).items,
          );
        },
      },
    ),
  };
}

interface RailOptions {
  parentalControl: boolean;
  language: TitleLanguage;
  i18n: I18n;
  /** Reads a page of the listing. */
  list: (query: ListingQuery) => Promise<RailTitles>;
}

/** Loads the rails of pinned searches. One that no longer works has its problem and no cards. */
function searchRails(
  searches: readonly SavedSearch[],
  { parentalControl, language, i18n, list }: RailOptions,
): Promise<SearchRailData[]> {
  return mapLimited(searches, READS_AT_ONCE, async ({ id, name, query: stored, fresh }) => {
    const { query, issues } = readSavedQuery(stored);
    const titles =
      query === null
        ? []
        : await list({ ...query, parentalControl, page: 1, perPage: RAIL_LENGTH });
    return {
      ...{ id, name, fresh },
      path: searchPath(stored),
      problem:
        issues === null
          ? null
          : issues.map(({ message }) => errorText(message, i18n.locale)).join(" "),
      cards: titles.map((title) => animeCard(title, language)),
    };
  });
}
