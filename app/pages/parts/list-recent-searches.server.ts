import { errorMessage } from "~/errors/error-message";
import { listSearches } from "~/features/search-history/searches.server";
import { recordSubmittedSearch } from "~/features/search-history/submitted-search.server";
import type { RecentSearch } from "~/features/search-history/view/recent-searches";
import type { SharedServices } from "~/services/shared-services";
import type { PageViewer } from "~/pages/viewer/page-viewer";

const RECENT_SEARCHES = 6;
/** The number exceeds those shown, as searches may repeat. */
const FETCHED_SEARCHES = 30;

interface CurrentSearch {
  search: string;
  /** Whether the user opened the page, rather than another site or a prefetch. */
  isDirect: boolean;
}

/**
 * Without the current search, which is recorded if the visit is direct. Empty on failure, for
 * visitors, and while recording is off.
 */
export async function listRecentSearches(
  { db, log }: Pick<SharedServices, "db" | "log">,
  { user }: Pick<PageViewer, "user">,
  current: CurrentSearch | null,
): Promise<RecentSearch[]> {
  if (user === null || !user.preferences.trackSearchHistory) return [];
  try {
    if (current?.isDirect === true) await recordSubmittedSearch(db, user.id, current.search);
    const searches = await listSearches(db, user.id, FETCHED_SEARCHES);
    const seenQueries = new Set(current === null ? [] : [current.search.toLowerCase()]);
    const distinct = searches.filter(
      ({ query }) => seenQueries.size !== seenQueries.add(query.toLowerCase()).size,
    );
    return distinct.slice(0, RECENT_SEARCHES).map(({ id, query }) => ({ id, query }));
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "search history failed");
    return [];
  }
}
