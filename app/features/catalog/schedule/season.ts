import { SEASONS, type Season } from "~/features/catalog/vocabulary";

/** A season of a year. */
export interface SeasonOfYear {
  year: number;
  name: Season;
}

/** Japan's clock has no summer time, so its calendar is the instant moved by nine hours. */
function inJapan(now: Date): Date {
  return new Date(now.getTime() + 9 * 3_600_000);
}

/** The season that an instant falls into, by the calendar of Japan. */
export function seasonAt(now: Date): SeasonOfYear {
  const there = inJapan(now);
  return {
    year: there.getUTCFullYear(),
    name: SEASONS[Math.floor(there.getUTCMonth() / 3)] ?? "Winter",
  };
}

/** The season before (-1) or after (1), and so on. */
export function seasonBeside({ year, name }: SeasonOfYear, steps: number): SeasonOfYear {
  const count = year * 4 + SEASONS.indexOf(name) + steps;
  return { year: Math.floor(count / 4), name: SEASONS[((count % 4) + 4) % 4] ?? "Winter" };
}
