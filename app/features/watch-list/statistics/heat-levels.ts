import type { WatchedDay } from "./statistics";

export type HeatLevel = 0 | 1 | 2 | 3 | 4;

/**
 * The level of a day among days with these counts of episodes: by quartiles, so that one long day
 * does not pale the rest, and 0 without episodes.
 */
export function heatLevels(counts: readonly number[]): (episodes: number) => HeatLevel {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => one - other);
  const quartiles = [0.25, 0.5, 0.75].map(
    (part) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0,
  );
  return (episodes) =>
    episodes === 0
      ? 0
      : ((1 + quartiles.filter((quartile) => episodes > quartile).length) as HeatLevel);
}

const DAY_MS = 86_400_000;

/** Days since 1970-01-01 of a date as YYYY-MM-DD. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY_MS;
}

export function dateOf(dayNumber: number): Date {
  return new Date(dayNumber * DAY_MS);
}

/** Returns the day of the week, 0 for Mondays. */
export function weekday(dayNumber: number): number {
  return (dayNumber + 3) % 7;
}

export interface HeatWeek {
  /** The day on which the week begins, by the count of `dayNumber`. */
  monday: number;
  /** How many episodes each day has, Monday first. */
  episodes: number[];
  minutes: number;
}

/** The weeks with episodes; a seventh of the data. */
export function heatWeeks(days: readonly WatchedDay[]): HeatWeek[] {
  const weeks = new Map<number, HeatWeek>();
  for (const { date, episodes, minutes } of days) {
    const day = dayNumber(date);
    const monday = day - weekday(day);
    const week = weeks.get(monday) ?? { monday, episodes: [0, 0, 0, 0, 0, 0, 0], minutes: 0 };
    week.episodes[weekday(day)] = episodes;
    week.minutes += minutes;
    weeks.set(monday, week);
  }
  return [...weeks.values()];
}

export interface HeatMonth {
  year: number;
  month: number;
}

/** The months of a year, or the twelve that end with a day. */
export function heatMonths(year: number | null, today: string): HeatMonth[] {
  const [thisYear = 0, thisMonth = 0] = today.split("-").map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    if (year !== null) return { year, month: index + 1 };
    const months = thisYear * 12 + thisMonth - 12 + index;
    return { year: Math.floor(months / 12), month: (months % 12) + 1 };
  });
}
