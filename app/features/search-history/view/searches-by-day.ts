import type { SearchEntry } from "~/features/search-history/search-input";

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
export function searchesByDay(searches: readonly SearchEntry[], zone: string, now: Date): SearchDay[] {
  // Swedish dates are ISO dates.
  const dates = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" });
  const times = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  const today = dates.format(now);
  const days = new Map<string, SearchDay>();
  for (const { id, query, timestamp } of searches) {
    const moment = new Date(timestamp);
    const date = dates.format(moment);
    const day = days.get(date) ?? { date, heading: headingOf(date, today), searches: [] };
    day.searches.push({ id, query, timestamp, time: times.format(moment) });
    days.set(date, day);
  }
  return [...days.values()];
}

/** Dates are compared as dates, so that no change of the clocks makes a yesterday of two days ago. */
function headingOf(date: string, today: string): string {
  const age = (Date.parse(today) - Date.parse(date)) / DAY_MS;
  if (age === 0) return "Today";
  if (age === 1) return "Yesterday";
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", ...(sameYear ? {} : { year: "numeric" }), timeZone: "UTC" }).format(new Date(date));
}
