import type { StatisticsDay, WatchedDay } from "./statistics";

export interface YearTitle {
  malId: number;
  score: number | null;
  episodes: number;
  minutes: number;
  completed: boolean;
  /**
   * First and last watched episode of the year: text that sorts by time and starts with the day,
   * null when unknown.
   */
  firstAt: string | null;
  lastAt: string | null;
}

export interface MonthSum {
  month: number;
  episodes: number;
  minutes: number;
  activeDays: number;
}

export interface YearSummary {
  completed: number;
  activeDays: number;
  /** The best by own score, or without scores those with most time. */
  favorites: Pick<YearTitle, "malId" | "score">[];
  first: { malId: number; day: string } | null;
  last: { malId: number; day: string } | null;
  streak: { days: number; from: string; to: string } | null;
  busiestDay: WatchedDay | null;
  busiestMonth: MonthSum | null;
  months: MonthSum[];
}

const MAX_FAVORITES = 6;
const DAY_MS = 86_400_000;
const DAY_LENGTH = 10;

/**
 * Summarizes the days and titles of a year. Months count all episodes. Active days, the streak and
 * the busiest day leave out episodes that are known only from a finish date, because users rarely
 * watch a whole title on the day that they finish it.
 */
export function summarizeYear(
  days: readonly StatisticsDay[],
  titles: readonly YearTitle[],
): YearSummary {
  const months = sumMonths(days);
  const active = days.map(withoutFinishes).filter(({ episodes }) => episodes > 0);
  return {
    completed: titles.filter(({ completed }) => completed).length,
    activeDays: active.length,
    favorites: rankFavorites(titles),
    first: firstBy(titles, "firstAt", (one, other) => one < other),
    last: firstBy(titles, "lastAt", (one, other) => one > other),
    streak: longestStreak(active),
    busiestDay: busiest(active),
    busiestMonth: busiest(months.filter(({ episodes }) => episodes > 0)),
    months,
  };
}

function withoutFinishes(day: StatisticsDay): WatchedDay {
  return {
    date: day.date,
    episodes: day.episodes - day.finished_episodes,
    minutes: day.minutes - day.finished_minutes,
  };
}

function sumMonths(days: readonly StatisticsDay[]): MonthSum[] {
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    episodes: 0,
    minutes: 0,
    activeDays: 0,
  }));
  for (const day of days) {
    const sum = months[Number(day.date.slice(5, 7)) - 1];
    if (sum === undefined) continue;
    sum.episodes += day.episodes;
    sum.minutes += day.minutes;
    if (withoutFinishes(day).episodes > 0) sum.activeDays += 1;
  }
  return months;
}

function rankFavorites(titles: readonly YearTitle[]): YearSummary["favorites"] {
  const scored = titles.filter(({ score }) => score !== null);
  return [...(scored.length === 0 ? titles : scored)]
    .sort(
      (one, other) =>
        (other.score ?? 0) - (one.score ?? 0) ||
        other.minutes - one.minutes ||
        one.malId - other.malId,
    )
    .slice(0, MAX_FAVORITES)
    .map(({ malId, score }) => ({ malId, score }));
}

function firstBy(
  titles: readonly YearTitle[],
  field: "firstAt" | "lastAt",
  isBefore: (one: string, other: string) => boolean,
): YearSummary["first"] {
  let best: { at: string; malId: number } | null = null;
  for (const { malId, [field]: at } of titles)
    if (at !== null && (best === null || isBefore(at, best.at))) best = { at, malId };
  return best === null ? null : { malId: best.malId, day: best.at.slice(0, DAY_LENGTH) };
}

function busiest<Sum extends { episodes: number; minutes: number }>(
  sums: readonly Sum[],
): Sum | null {
  let best: Sum | null = null;
  for (const sum of sums)
    if (
      best === null ||
      sum.episodes > best.episodes ||
      (sum.episodes === best.episodes && sum.minutes > best.minutes)
    )
      best = sum;
  return best;
}

function longestStreak(days: readonly WatchedDay[]): YearSummary["streak"] {
  let best: YearSummary["streak"] = null;
  let run: YearSummary["streak"] = null;
  for (const { date } of days) {
    run =
      run !== null && Date.parse(date) - Date.parse(run.to) === DAY_MS
        ? { days: run.days + 1, from: run.from, to: date }
        : { days: 1, from: date, to: date };
    if (best === null || run.days > best.days) best = run;
  }
  return best;
}
