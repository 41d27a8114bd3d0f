import type { Viewer } from "~/features/catalog/visibility.server";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { listMissedSequels } from "~/features/watch-list/missed-sequels.server";
import { countHistory } from "~/features/watch-list/tracking/list-events.server";
import type { TrackingStatistics } from "~/features/watch-list/statistics/statistics";
import { getListVersion } from "~/features/watch-list/list-version.server";
import {
  getTrackingStatistics,
  statisticsSpan,
  type ListReader,
  type StatisticsOptions,
} from "~/features/watch-list/statistics/tracking-statistics.server";
import {
  getYearReview,
  listActiveYears,
  type YearReview,
} from "~/features/watch-list/statistics/year-review.server";
import type { Services } from "./context";

/** What is read over a whole list. */
interface CachedList {
  getStatistics(options: StatisticsOptions): Promise<TrackingStatistics>;
  listYears(reader: ListReader): Promise<number[]>;
  getReview(options: ListReader & { year: number }): Promise<YearReview | null>;
  countTabs(reader: ListReader): ReturnType<typeof countTabs>;
  /** Of the user's own history, which has private entries. */
  countHistory(filter: Viewer & { watchedOnly: boolean }): Promise<number>;
  /** The latest, of the user's own list. */
  listMissedSequels(options: Viewer & { limit: number }): ReturnType<typeof listMissedSequels>;
}

/**
 * Of the present version of a user's list, cached by all that the numbers depend on: who may see
 * what, and the days.
 */
export async function openCachedList(
  { db, listCache }: Pick<Services, "db" | "listCache">,
  userId: string,
): Promise<CachedList> {
  const version = await getListVersion(db, userId);
  const cached = <Value>(
    kind: string,
    { parentalControl, hidePrivate }: ListReader,
    make: () => Promise<Value>,
  ) =>
    listCache.get(
      [kind, userId, version, `parental=${parentalControl}`, `private=${!hidePrivate}`].join(" "),
      make,
    );
  return {
    getStatistics({ now = new Date(), ...rest }) {
      const options = { ...rest, now };
      const { first, last } = statisticsSpan(options);
      return cached(`statistics ${options.year ?? "all"} ${first} ${last}`, options, () =>
        getTrackingStatistics(db, userId, options),
      );
    },
    listYears: (reader) => cached("years", reader, () => listActiveYears(db, userId, reader)),
    getReview: ({ year, ...reader }) =>
      cached(`review ${year}`, reader, () => getYearReview(db, userId, { year, ...reader })),
    countTabs: (reader) => cached("tabs", reader, () => countTabs(db, userId, reader)),
    countHistory: (filter) =>
      cached(`history watched=${filter.watchedOnly}`, { ...filter, hidePrivate: false }, () =>
        countHistory(db, userId, filter),
      ),
    listMissedSequels: (options) =>
      cached(`sequels ${options.limit}`, { ...options, hidePrivate: false }, () =>
        listMissedSequels(db, userId, options),
      ),
  };
}
