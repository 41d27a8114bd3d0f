import type { Viewer } from "~/features/catalog/visibility.server";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { listMissedSequels } from "~/features/watch-list/missed-sequels.server";
import { countHistory } from "~/features/watch-list/tracking/list-events.server";
import type { TrackingStatistics } from "~/features/watch-list/statistics/statistics";
import { getListVersion } from "~/features/watch-list/list-version.server";
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
import type { SharedServices } from "~/services/shared-services";
import { cacheKind, type CacheKind } from "~/caching/kind-caches";

const STATISTICS = cacheKind<TrackingStatistics>("statistics");
const CREDITS = cacheKind<WatchedCredits>("watched-credits");
const REVIEWS = cacheKind<YearReview | null>("year-reviews");
const YEARS = cacheKind<number[]>("list-years");
const TABS = cacheKind<Awaited<ReturnType<typeof countTabs>>>("list-tabs");
const HISTORY = cacheKind<number>("history-counts");
const SEARCH_NAMES = cacheKind<SearchNames>("search-names");
const SEQUELS = cacheKind<Awaited<ReturnType<typeof listMissedSequels>>>("missed-sequels");

export type CachedListTools = Pick<SharedServices, "db" | "listCaches">;

/** What is read over a whole list. */
interface CachedList {
  getStatistics(options: StatisticsOptions): Promise<TrackingStatistics>;
  getWatchedCredits(options: StatisticsOptions): Promise<WatchedCredits>;
  listYears(reader: ListReader): Promise<number[]>;
  getReview(options: ListReader & { year: number }): Promise<YearReview | null>;
  countTabs(reader: ListReader): ReturnType<typeof countTabs>;
  /** Counts the user's own history, which has private entries. */
  countHistory(filter: Viewer & { watchedOnly: boolean }): Promise<number>;
  /** The latest, of the user's own list. */
  listMissedSequels(options: Viewer & { limit: number }): ReturnType<typeof listMissedSequels>;
  /** The names that a search of the user's own list compares. */
  listSearchNames(viewer: Viewer): Promise<SearchNames>;
}

/**
 * Opens the present version of a user's list. What is read over it is cached by all that it depends
 * on: who may see what, and the days.
 */
export async function openCachedList(
  { db, listCaches }: CachedListTools,
  userId: string,
): Promise<CachedList> {
  const version = await getListVersion(db, userId);
  const cached = <Value>(
    kind: CacheKind<Value>,
    numbers: string,
    { parentalControl, hidePrivate }: ListReader,
    make: () => Promise<Value>,
  ) =>
    listCaches.get(
      kind,
      [numbers, userId, version, `parental=${parentalControl}`, `private=${!hidePrivate}`].join(
        " ",
      ),
      make,
    );
  return {
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
    countTabs: (reader) => cached(TABS, "tabs", reader, () => countTabs(db, userId, reader)),
    countHistory: (filter) =>
      cached(
        HISTORY,
        `history watched=${filter.watchedOnly}`,
        { ...filter, hidePrivate: false },
        () => countHistory(db, userId, filter),
      ),
    listMissedSequels: (options) =>
      cached(SEQUELS, `${options.limit}`, { ...options, hidePrivate: false }, () =>
        listMissedSequels(db, userId, options),
      ),
    listSearchNames: (viewer) =>
      cached(SEARCH_NAMES, "search-names", { ...viewer, hidePrivate: false }, () =>
        listSearchNames(db, userId, viewer),
      ),
  };
}
