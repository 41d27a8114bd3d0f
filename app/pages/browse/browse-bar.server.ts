import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { toCanonical } from "~/features/saved-search/parse-browse-url.server";
import { listSavedSearches, visitSavedSearch } from "~/features/saved-search/saved-searches.server";
import { searchPath } from "~/features/saved-search/search-path";
import type { BrowseBarData } from "~/features/saved-search/view/browse-bar";
import { errorMessage } from "~/errors/error-message";
import { servicesContext, type RouterContext } from "~/http/context";
import { isDirectVisit } from "~/http/request/direct-visit";
import { getSession } from "~/http/session/get-session.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";

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
