import { WEEKDAYS, type Weekday } from "~/features/catalog/vocabulary";
import { broadcastsBetween, nextBroadcast, type Broadcast } from "./next-broadcast";
import {
  DAY_MS,
  daysAfterMonday,
  instantOf,
  wallClock,
  wallDate,
  wallMidnight,
  wallTime,
} from "./time-zone";

/** A slot with its first and last day, in ISO 8601, at midnight UTC. */
interface Scheduled extends Broadcast {
  aired_from: string | null;
  aired_to: string | null;
}

export interface ScheduledTitle extends Scheduled {
  mal_id: number;
  popularity: number | null;
}

export interface Airing<Title> {
  title: Title;
  at: Date;
  time: string;
}

export interface ScheduleDay<Title> {
  date: string;
  weekday: Weekday;
  airings: Airing<Title>[];
}

export function daysFromToday(zone: string, now: Date, days: number): { from: Date; until: Date } {
  return {
    from: new Date(instantOf(wallMidnight(now, zone), zone)),
    until: new Date(instantOf(wallMidnight(now, zone, days), zone)),
  };
}

/** `delayMs` is the time from a broadcast until it can be watched. */
export function airingsBetween<Title extends ScheduledTitle>(
  titles: readonly Title[],
  zone: string,
  from: Date,
  until: Date,
  delayMs = 0,
): Airing<Title>[] {
  const shift = (date: Date, ms: number) => new Date(date.getTime() + ms);
  return titles
    .flatMap((title) =>
      broadcastsBetween(title, shift(from, -delayMs), shift(until, -delayMs))
        .filter((broadcast) => isShown(title, broadcast))
        .map((broadcast) => {
          const at = shift(broadcast, delayMs);
          return { title, at, time: wallTime(wallClock(at, zone)) };
        }),
    )
    .sort(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        rank(one.title) - rank(other.title) ||
        one.title.mal_id - other.title.mal_id,
    );
}

/** Returns the next broadcast of a title; null when its last day is over. */
export function nextAiring(title: Scheduled, now: Date): Date | null {
  const next = nextBroadcast(title, now);
  return next !== null && isShown(title, next) ? next : null;
}

/** What airs today, until midnight in the zone. */
export function airingsToday<Title extends ScheduledTitle>(
  titles: readonly Title[],
  zone: string,
  now: Date,
  delayMs = 0,
): Airing<Title>[] {
  const { from, until } = daysFromToday(zone, now, 1);
  return airingsBetween(titles, zone, from, until, delayMs);
}

/**
 * Groups broadcasts into the days of a week, empty ones included. Throws RangeError for an invalid
 * zone.
 */
export function weekSchedule<Title extends ScheduledTitle>(
  titles: readonly Title[],
  zone: string,
  now: Date,
  delayMs = 0,
): ScheduleDay<Title>[] {
  const { from, until } = daysFromToday(zone, now, 7);
  const airings = groupByDate(airingsBetween(titles, zone, from, until, delayMs), zone);
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

/** A day longer at both ends: times go past midnight, and zones differ by 14 hours. */
function isShown({ aired_from: first, aired_to: last }: Scheduled, at: Date): boolean {
  if (first !== null && at.getTime() < Date.parse(first) - DAY_MS) return false;
  return last === null || at.getTime() < Date.parse(last) + 2 * DAY_MS;
}

function rank({ popularity }: ScheduledTitle): number {
  return popularity ?? Number.MAX_SAFE_INTEGER;
}
