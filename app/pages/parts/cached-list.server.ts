import type { Viewer } from "~/features/catalog/visibility.server";
import { countHistory } from "~/features/watch-list/tracking/list-events.server";
import type { TrackingStatistics } from "~/features/watch-list/statistics/statistics";
import { listSearchNames, type SearchNames } from "~/features/watch-list/search-names.server";
import {
  getTrackingStatistics,
  statisticsSpan,
  type ListReader,
  type StatisticsOptions,
} from "~/features/watch-list/statistics/tracking-statistics.server";
import {
  getWatchedCredits,
  type WatchedCredits,
} from "~/features/watch-list/statistics/watched-credits.server";
import {
  getYearReview,
  listActiveYears,
  type YearReview,
} from "~/features/watch-list/statistics/year-review.server";
import { cacheKind } from "~/caching/kind-caches";
import { openListCache, type ListCache, type ListCacheTools } from "./list-cache.server";

const STATISTICS = cacheKind<TrackingStatistics>("statistics");
const CREDITS = cacheKind<WatchedCredits>("watched-credits");
const REVIEWS = cacheKind<YearReview | null>("year-reviews");
const YEARS = cacheKind<number[]>("list-years");
const HISTORY = cacheKind<number>("history-counts");
const SEARCH_NAMES = cacheKind<SearchNames>("search-names");

/** What is read over a whole list. */
interface CachedList extends Omit<ListCache, "cached"> {
  getStatistics(options: StatisticsOptions): Promise<TrackingStatistics>;
  getWatchedCredits(options: StatisticsOptions): Promise<WatchedCredits>;
  listYears(reader: ListReader): Promise<number[]>;
  getReview(options: ListReader & { year: number }): Promise<YearReview | null>;
  /** Counts the user's own history, which has private entries. */
  countHistory(filter: Viewer & { watchedOnly: boolean }): Promise<number>;
  /** The names that a search of the user's own list compares. */
  listSearchNames(viewer: Viewer): Promise<SearchNames>;
}

/**
 * Opens the present version of a user's list. What is read over it is cached by all that it depends
 * on: who may see what, and the days.
 */
export async function openCachedList(tools: ListCacheTools, userId: string): Promise<CachedList> {
  const { db } = tools;
  const { cached, ...list } = await openListCache(tools, userId);
  return {
    ...list,
    getStatistics({ now = new Date(), ...rest }) {
      const options = { ...rest, now };
      const { first, last } = statisticsSpan(options);
      return cached(STATISTICS, `${options.year ?? "all"} ${first} ${last}`, options, () =>
        getTrackingStatistics(db, userId, options),
      );
    },
    getWatchedCredits(options) {
      const { first, last } = statisticsSpan(options);
      return cached(CREDITS, `${options.year ?? "all"} ${first} ${last}`, options, () =>
        getWatchedCredits(db, userId, options),
      );
    },
    listYears: (reader) =>
      cached(YEARS, "years", reader, () => listActiveYears(db, userId, reader)),
    getReview: ({ year, ...reader }) =>
      cached(REVIEWS, `${year}`, reader, () => getYearReview(db, userId, { year, ...reader })),
    countHistory: (filter) =>
      cached(
        HISTORY,
        `history watched=${filter.watchedOnly}`,
        { ...filter, hidePrivate: false },
        () => countHistory(db, userId, filter),
      ),
    listSearchNames: (viewer) =>
      cached(SEARCH_NAMES, "search-names", { ...viewer, hidePrivate: false }, () =>
        listSearchNames(db, userId, viewer),
      ),
  };
}
