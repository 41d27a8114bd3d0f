import { errorMessage } from "~/errors/error-message";
import { listSearches } from "~/features/search-history/searches.server";
import { recordSubmittedSearch } from "~/features/search-history/submitted-search.server";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";
import { servicesContext, type RouterContext } from "~/http/context";
import { isDirectVisit } from "~/http/request/direct-visit";
import { getSession } from "~/http/session/get-session.server";

const RECENT_SEARCHES = 6;
/** More than are shown, as they may repeat. */
const FETCHED_SEARCHES = 30;

/**
 * Without the current search, which is recorded unless the request is cross-site or a prefetch.
 * Empty on failure, for visitors, and while recording is off.
 */
export async function listRecentSearches(
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
