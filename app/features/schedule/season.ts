import { SEASONS, type Season } from "~/features/catalog/vocabulary";

export interface SeasonOfYear {
  year: number;
  name: Season;
}

/** Without daylight saving time. */
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
