import type { SearchEntry } from "~/features/search-history/search-input";
import type { I18n } from "~/i18n/i18n";

export interface SearchRow {
  id: string;
  query: string;
  timestamp: string;
  /** `21:04` in the user's time zone. */
  time: string;
}

export interface SearchDay {
  /** YYYY-MM-DD in the user's time zone. */
  date: string;
  heading: string;
  searches: SearchRow[];
}

const DAY_MS = 86_400_000;

/** Takes searches newest first; days are those of the user's time zone. */
export function groupSearchesByDay(
  searches: readonly SearchEntry[],
  { zone, now, i18n }: { zone: string; now: Date; i18n: I18n },
): SearchDay[] {
  // Swedish dates are ISO dates.
  const dates = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const clock = { timeZone: zone, hour: "2-digit", minute: "2-digit" } as const;
  const today = dates.format(now);
  const days = new Map<string, SearchDay>();
  for (const { id, query, timestamp } of searches) {
    const moment = new Date(timestamp);
    const date = dates.format(moment);
    const day = days.get(date) ?? { date, heading: headingOf(i18n, date, today), searches: [] };
    day.searches.push({ id, query, timestamp, time: i18n.formatDate(moment, clock) });
    days.set(date, day);
  }
  return [...days.values()];
}

/** Compares dates, since days with a clock change are not 24 hours long. */
function headingOf({ t, formatDate: write }: I18n, date: string, today: string): string {
  const age = (Date.parse(today) - Date.parse(date)) / DAY_MS;
  if (age === 0) return t("history.today");
  if (age === 1) return t("history.yesterday");
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return write(date, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
    timeZone: "UTC",
  });
}
