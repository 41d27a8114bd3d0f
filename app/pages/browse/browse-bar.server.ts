import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { toCanonical } from "~/features/saved-search/parse-browse-url.server";
import { listSavedSearches, visitSavedSearch } from "~/features/saved-search/saved-searches.server";
import { searchPath } from "~/features/saved-search/search-path";
import type { BrowseBarData } from "~/features/saved-search/view/browse-bar";
import { errorMessage } from "~/errors/error-message";
import type { SharedServices } from "~/services/shared-services";
import type { PageViewer } from "~/pages/viewer/page-viewer";

const MAX_FRESH_CARDS = 24;

/**
 * A direct visit of a followed search marks its new matches as seen. Empty for visitors and on
 * failure.
 */
export async function getBrowseBar(
  { db, log }: Pick<SharedServices, "db" | "log">,
  { user, parentalControl, titleLanguage }: PageViewer,
  { query, isDirect }: { query: ListingQuery; isDirect: boolean },
): Promise<BrowseBarData> {
  const canonical = toCanonical(query);
  const path = canonical === "" ? null : searchPath(canonical);
  const empty: BrowseBarData = { saved: null, fresh: 0, hasSearches: false, path };
  if (user === null) return empty;
  try {
    const { id: userId } = user;
    const searches = await listSavedSearches(db, userId, { parentalControl });
    if (searches.length === 0) return empty;
    const saved = await visitSavedSearch(db, userId, canonical, { marks: isDirect });
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
