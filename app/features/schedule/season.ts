import { href } from "react-router";
import { SEASONS, type Season } from "~/features/catalog/vocabulary";
import { parseSeason } from "~/features/catalog/parse-vocabulary";

export interface SeasonOfYear {
  year: number;
  name: Season;
}

/** Returns the time in Japan, which has no daylight saving time. */
function inJapan(now: Date): Date {
  return new Date(now.getTime() + 9 * 3_600_000);
}

export function seasonAt(now: Date): SeasonOfYear {
  const there = inJapan(now);
  return {
    year: there.getUTCFullYear(),
    name: SEASONS[Math.floor(there.getUTCMonth() / 3)] ?? "Winter",
  };
}

export function offsetSeason({ year, name }: SeasonOfYear, steps: number): SeasonOfYear {
  const count = year * 4 + SEASONS.indexOf(name) + steps;
  return { year: Math.floor(count / 4), name: SEASONS[((count % 4) + 4) % 4] ?? "Winter" };
}

/** The last one of the starter catalog, which knows of later ones only what was announced then. */
export const LAST_STARTER_SEASON: SeasonOfYear = { year: 2026, name: "Spring" };

/** Midnight UTC, as the catalog's days are stored. */
export function seasonStart({ year, name }: SeasonOfYear): Date {
  return new Date(Date.UTC(year, SEASONS.indexOf(name) * 3, 1));
}

export const MIN_SEASON_YEAR = 1900;
export const MAX_SEASON_YEAR = 2100;

/** Parses a page's path; null unless the year is within `MIN_SEASON_YEAR` and `MAX_SEASON_YEAR`. */
export function parseSeasonPath(year: string, name: string): SeasonOfYear | null {
  const season = parseSeason(name);
  const number = /^\d{4}$/.test(year) ? Number(year) : 0;
  return season === null || !hasSeasonPage(number) ? null : { year: number, name: season };
}

export function hasSeasonPage(year: number): boolean {
  return year >= MIN_SEASON_YEAR && year <= MAX_SEASON_YEAR;
}

/** The page of announced titles without a season. */
export function upcomingPath(): string {
  return href("/season/:year?/:season?", { year: "upcoming" });
}

export function seasonPath({ year, name }: SeasonOfYear): string {
  return href("/season/:year?/:season?", { year: String(year), season: name.toLowerCase() });
}
