import type { SearchEntry } from "~/features/search-history/search-input";
import type { Words } from "~/language/words";

export interface SearchLine {
  id: string;
  query: string;
  timestamp: string;
  /** `21:04` in the reader's zone. */
  time: string;
}

export interface SearchDay {
  /** YYYY-MM-DD in the reader's zone. */
  date: string;
  heading: string;
  searches: SearchLine[];
}

const DAY_MS = 86_400_000;

/** The searches, newest first as they come, under the days on which they were made in the reader's zone. */
export function searchesByDay(
  searches: readonly SearchEntry[],
  { zone, now, words }: { zone: string; now: Date; words: Words },
): SearchDay[] {
  // Swedish dates are ISO dates.
  const dates = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const clock = { timeZone: zone, hour: "2-digit", minute: "2-digit" } as const;
  const today = dates.format(now);
  const days = new Map<string, SearchDay>();
  for (const { id, query, timestamp } of searches) {
    const moment = new Date(timestamp);
    const date = dates.format(moment);
    const day = days.get(date) ?? { date, heading: headingOf(words, date, today), searches: [] };
    day.searches.push({ id, query, timestamp, time: words.date(moment, clock) });
    days.set(date, day);
  }
  return [...days.values()];
}

/** Dates are compared as dates, so that no change of the clocks makes a yesterday of two days ago. */
function headingOf({ t, date: write }: Words, date: string, today: string): string {
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
