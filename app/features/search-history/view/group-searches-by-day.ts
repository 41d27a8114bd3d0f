import type { SearchEntry } from "~/features/search-history/search-input";
import { groupByDay, type DayGroup } from "~/i18n/group-by-day";
import type { I18n } from "~/i18n/i18n";

export interface SearchRow {
  id: string;
  query: string;
  timestamp: string;
  time: string;
}

export type SearchDay = DayGroup<SearchRow>;

export function groupSearchesByDay(
  searches: readonly SearchEntry[],
  options: { zone: string; now: Date; i18n: I18n },
): SearchDay[] {
  return groupByDay(
    searches,
    ({ timestamp }) => timestamp,
    ({ id, query, timestamp }, time) => ({ id, query, timestamp, time: time ?? "" }),
    options,
  );
}
