import { WEEKDAYS, type Weekday } from "~/features/catalog/vocabulary";
import { broadcastsBetween, type Broadcast } from "./next-broadcast";
import {
  DAY_MS,
  daysAfterMonday,
  instantOf,
  wallClock,
  wallDate,
  wallMidnight,
  wallTime,
} from "./time-zone";

/** What the schedule has to know of a title. `aired_from` and `aired_to` are ISO 8601; the catalog keeps days as midnight UTC. */
export interface ScheduledTitle extends Broadcast {
  mal_id: number;
  popularity: number | null;
  aired_from: string | null;
  aired_to: string | null;
}

/** One broadcast: the title, the instant, and the time of day that the reader's clocks show then. */
export interface Airing<Title> {
  title: Title;
  at: Date;
  /** `HH:MM` */
  time: string;
}

/** One day of the reader's calendar with what is broadcast on it, in order. */
export interface ScheduleDay<Title> {
  /** `2026-11-20` */
  date: string;
  weekday: Weekday;
  airings: Airing<Title>[];
}

/** The instants from the reader's midnight of today until the midnight `days` days later. */
export function daysFromToday(zone: string, now: Date, days: number): { from: Date; until: Date } {
  return {
    from: new Date(instantOf(wallMidnight(now, zone), zone)),
    until: new Date(instantOf(wallMidnight(now, zone, days), zone)),
  };
}

/** All broadcasts of the titles from one instant until before another, in order; of several at once the most popular first. */
export function airingsBetween<Title extends ScheduledTitle>(
  titles: readonly Title[],
  zone: string,
  from: Date,
  until: Date,
): Airing<Title>[] {
  return titles
    .flatMap((title) =>
      broadcastsBetween(title, from, until)
        .filter((at) => isShown(title, at))
        .map((at) => ({ title, at, time: wallTime(wallClock(at, zone)) })),
    )
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        rank(one.title) - rank(other.title) ||
        one.title.mal_id - other.title.mal_id,
    );
}

/** Seven days from today by the reader's clocks, empty ones included. Throws RangeError for an unknown zone. */
export function weekSchedule<Title extends ScheduledTitle>(
  titles: readonly Title[],
  zone: string,
  now: Date,
): ScheduleDay<Title>[] {
  const { from, until } = daysFromToday(zone, now, 7);
  const airings = groupByDate(airingsBetween(titles, zone, from, until), zone);
  return Array.from({ length: 7 }, (_, index) => {
    const midnight = wallMidnight(now, zone, index);
    const date = wallDate(midnight);
    return {
      date,
      weekday: WEEKDAYS[daysAfterMonday(midnight)] ?? "Monday",
      airings: airings.get(date) ?? [],
    };
  });
}

function groupByDate<Title>(
  airings: readonly Airing<Title>[],
  zone: string,
): Map<string, Airing<Title>[]> {
  const days = new Map<string, Airing<Title>[]>();
  for (const airing of airings) {
    const date = wallDate(wallClock(airing.at, zone));
    const day = days.get(date);
    if (day === undefined) days.set(date, [airing]);
    else day.push(airing);
  }
  return days;
}

/**
 * Whether a title runs at an instant, by the first and last day that the catalog tells. A broadcast past midnight still belongs to the
 * evening before, and zones lie up to 14 hours apart, so both ends are open by a day.
 */
function isShown({ aired_from: first, aired_to: last }: ScheduledTitle, at: Date): boolean {
  if (first !== null && at.getTime() < Date.parse(first) - DAY_MS) return false;
  return last === null || at.getTime() < Date.parse(last) + 2 * DAY_MS;
}

function rank({ popularity }: ScheduledTitle): number {
  return popularity ?? Number.MAX_SAFE_INTEGER;
}
