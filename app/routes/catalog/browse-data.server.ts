import { messageOf } from "~/errors/message-of";
import type { RequestScope, Services } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import type { Facets } from "~/features/catalog/listing/facets";
import { listFacets } from "~/features/catalog/listing/list-facets.server";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  type ListingQuery,
} from "~/features/catalog/listing/listing-query";
import { withoutField, type AppliedFilter } from "~/features/catalog/view/browse/applied-filters";
import { browsePath } from "~/features/catalog/view/browse/browse-path";
import type { CountedField } from "~/features/catalog/view/browse/facet-counts";
import { listSearches } from "~/features/search-history/searches.server";
import { recordSubmittedSearch } from "~/features/search-history/submitted-search.server";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";

/** The facets of a query without one of its filters. Filters that are not used share one answer; the catalog's own is asked for by every first visit. */
export function facetsOf(
  services: Services,
  query: ListingQuery,
): (field: CountedField) => Promise<Facets> {
  const asked = new Map<string, Promise<Facets>>();
  return (field) => {
    const without = withoutField(
      field === "genres" ? withoutField(query, "excludedGenres") : query,
      field,
    );
    const key = listingSearchParams({
      ...without,
      search: null,
      page: 1,
      perPage: DEFAULT_PER_PAGE,
      parentalControl: true,
      order: "score",
    }).toString();
    const count = () => listFacets(services, without);
    const known =
      asked.get(key) ??
      (key === "" && query.search === null
        ? services.remembered.get(`facets/${query.parentalControl}`, count)
        : count());
    asked.set(key, known);
    return known;
  };
}

const RECENT_SEARCHES = 6;
/** As some of the newest may say the same. */
const LOOKED_AT = 30;

/**
 * The signed-in person's last searches besides the current one, which is recorded first; none while they let nothing be recorded. What a page of
 * another site or a prefetch asks for is no search of theirs. A history that cannot be kept does not keep the results back.
 */
export async function ownSearches(
  request: Request,
  scope: RequestScope,
  search: string | null,
): Promise<RecentSearch[]> {
  const { db, log } = scope.services;
  try {
    const session = await currentSession(request, scope);
    if (session === null || !session.user.preferences.trackSearchHistory) return [];
    const { headers } = request;
    const isOwn =
      headers.get("sec-fetch-site") !== "cross-site" &&
      !`${headers.get("sec-purpose")} ${headers.get("purpose")}`.includes("prefetch");
    if (search !== null && isOwn) await recordSubmittedSearch(db, session.user.id, search);
    const searches = await listSearches(db, session.user.id, LOOKED_AT);
    const seen = new Set(search === null ? [] : [search.toLowerCase()]);
    const others = searches.filter(({ query }) => seen.size !== seen.add(query.toLowerCase()).size);
    return others.slice(0, RECENT_SEARCHES).map(({ id, query }) => ({ id, query }));
  } catch (error) {
    log.warn({ err: messageOf(error) }, "the search history could not be kept");
    return [];
  }
}

/** A filter that, dropped, would bring titles back. */
export interface WayOut {
  label: string;
  to: string;
  total: number;
}

/** Which filter to drop, the one that brings most first: tried one at a time, as a person would. */
export async function waysOut(
  applied: readonly AppliedFilter[],
  query: ListingQuery,
  search: (query: ListingQuery) => Promise<{ total: number }>,
): Promise<WayOut[]> {
  const fields = [...new Set(applied.map(({ field }) => field))];
  const ways = await Promise.all(
    fields.map(async (field) => {
      const relaxed = withoutField(query, field);
      const label = applied
        .filter((filter) => filter.field === field)
        .map((filter) => filter.label)
        .join(", ");
      return { label, to: browsePath(relaxed), total: (await search(relaxed)).total };
    }),
  );
  return ways.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}
