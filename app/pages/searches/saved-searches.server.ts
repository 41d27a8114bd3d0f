import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { hideKinds, type HideChoice } from "~/features/listing/hidden/hide-choices";
import { listAnime } from "~/features/listing/list-anime.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { listingKey } from "~/features/listing/parse-listing.server";
import { toCanonical } from "~/features/saved-search/parse-browse-url.server";
import { listSavedSearches, visitSavedSearch } from "~/features/saved-search/saved-searches.server";
import type { BrowseBarData } from "~/features/saved-search/view/browse-bar";
import { searchPath, searchRails } from "./search-rails.server";
import { errorMessage } from "~/errors/error-message";
import { getHiddenTitles } from "~/pages/catalog/hidden-titles.server";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { visitorSettingsContext } from "~/pages/settings/visitor-settings";
import { getSession } from "~/http/session/get-session.server";
import { isDirectVisit } from "~/http/request/direct-visit";
import { cacheKind } from "~/caching/kind-caches";

const MAX_FRESH_CARDS = 24;

/** Opening a followed search marks its new matches as seen. Empty for visitors and on failure. */
export async function getBrowseBar(
  request: Request,
  context: RouterContext,
  query: ListingQuery,
): Promise<BrowseBarData> {
  const { db, log } = context.get(servicesContext);
  const { parentalControl, titleLanguage } = context.get(visitorSettingsContext);
  const canonical = toCanonical(query);
  const path = canonical === "" ? null : searchPath(canonical);
  const empty: BrowseBarData = { saved: null, fresh: 0, hasSearches: false, path };
  try {
    const session = await getSession(request, context);
    if (session === null) return empty;
    const { id: userId } = session.user;
    const searches = await listSavedSearches(db, userId, { parentalControl });
    if (searches.length === 0) return empty;
    const saved = await visitSavedSearch(db, userId, canonical, {
      marks: isDirectVisit(request),
    });
    const fresh = await getCardAnimes(db, saved?.fresh.slice(-MAX_FRESH_CARDS) ?? [], {
      parentalControl,
    });
    return {
      saved:
        saved === null
          ? null
          : {
              id: saved.id,
              name: saved.name,
              fresh: [...fresh.values()].map((anime) => animeCard(anime, titleLanguage)),
            },
      fresh: searches.reduce((sum, search) => sum + search.fresh, 0),
      hasSearches: true,
      path,
    };
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "saved searches failed");
    return empty;
  }
}

type RailTitles = Awaited<ReturnType<typeof listAnime>>["items"];
const RAILS = cacheKind<RailTitles>("search-rails");
const OWN_RAILS = cacheKind<RailTitles>("own-search-rails");

interface SearchRailsOptions {
  /** Whether a pinned search's rail is not hidden. */
  isShown: (id: string) => boolean;
  /** Home's, where a search has no choice of its own. */
  hide: readonly HideChoice[];
}

/** Loads the rails of Home that show saved searches. */
export async function getSearchRails(
  context: RouterContext,
  userId: string,
  { isShown, hide }: SearchRailsOptions,
) {
  const services = context.get(servicesContext);
  const { parentalControl, titleLanguage: language } = context.get(visitorSettingsContext);
  const searches = await listSavedSearches(services.db, userId, { parentalControl });
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
        i18n: context.get(i18nContext),
        async list(query) {
          const hidden = await getHiddenTitles(services, {
            userId,
            kinds: hideKinds(query.hide.length > 0 ? query.hide : hide),
            parentalControl,
          });
          return services.caches.get(
            hidden === null ? RAILS : OWN_RAILS,
            `${listingKey(query)}/${hidden?.key ?? ""}`,
            async () => (await listAnime(services, query, hidden)).items,
          );
        },
      },
    ),
  };
}
