import { errorMessage } from "~/errors/error-message";
import { servicesContext, type Services, type RouterContext } from "~/http/context";
import { isDirectVisit } from "~/http/request/direct-visit";
import { getSession } from "~/http/session/get-session.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { Facets } from "~/features/listing/facets";
import { listFacets } from "~/features/listing/list-facets.server";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  type ListingQuery,
} from "~/features/listing/listing-query";
import { withoutFilter, type AppliedFilter } from "~/features/listing/view/applied-filters.server";
import { browsePath } from "~/features/listing/view/browse-path";
import type { CountedFilter } from "~/features/listing/view/facet-counts";
import { listSearches } from "~/features/search-history/searches.server";
import { recordSubmittedSearch } from "~/features/search-history/submitted-search.server";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";

/** Unfiltered facets are cached. */
export function facetsWithout(
  services: Services,
  query: ListingQuery,
  hidden: HiddenTitles | null,
): (field: CountedFilter) => Promise<Facets> {
  const cache = hidden === null ? services.catalogCache : services.ownCache;
  const pending = new Map<string, Promise<Facets>>();
  return (field) => {
    const without = withoutFilter(
      field === "genres" ? withoutFilter(query, "excludedGenres") : query,
      field,
    );
    const key = listingSearchParams({
      ...without,
      search: null,
      hide: [],
      page: 1,
      perPage: DEFAULT_PER_PAGE,
      parentalControl: true,
      order: "score",
    }).toString();
    const count = () => listFacets(services, without, hidden);
    const facets =
      pending.get(key) ??
      (key === "" && query.search === null
        ? cache.get(`facets/${query.parentalControl}/${hidden?.key ?? ""}`, count)
        : count());
    pending.set(key, facets);
    return facets;
  };
}

const RECENT_SEARCHES = 6;
/** More than are shown, as they may repeat. */
const FETCHED_SEARCHES = 30;

/**
 * Without the current search, which is recorded unless the request is cross-site or a prefetch.
 * Empty on failure.
 */
export async function recentSearches(
  request: Request,
  context: RouterContext,
  search: string | null,
): Promise<RecentSearch[]> {
  const { db, log } = context.get(servicesContext);
  try {
    const session = await getSession(request, context);
    if (session === null || !session.user.preferences.trackSearchHistory) return [];
    if (search !== null && isDirectVisit(request))
      await recordSubmittedSearch(db, session.user.id, search);
    const searches = await listSearches(db, session.user.id, FETCHED_SEARCHES);
    const seenQueries = new Set(search === null ? [] : [search.toLowerCase()]);
    const distinct = searches.filter(
      ({ query }) => seenQueries.size !== seenQueries.add(query.toLowerCase()).size,
    );
    return distinct.slice(0, RECENT_SEARCHES).map(({ id, query }) => ({ id, query }));
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "search history failed");
    return [];
  }
}

export interface Relaxation {
  label: string;
  to: string;
  total: number;
}

export async function suggestRelaxations(
  applied: readonly AppliedFilter[],
  query: ListingQuery,
  search: (query: ListingQuery) => Promise<{ total: number }>,
): Promise<Relaxation[]> {
  const fields = [...new Set(applied.map(({ filter }) => filter))];
  const relaxations = await Promise.all(
    fields.map(async (field) => {
      const relaxed = withoutFilter(query, field);
      const label = applied
        .filter((filter) => filter.filter === field)
        .map((filter) => filter.label)
        .join(", ");
      return { label, to: browsePath(relaxed), total: (await search(relaxed)).total };
    }),
  );
  return relaxations.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}
