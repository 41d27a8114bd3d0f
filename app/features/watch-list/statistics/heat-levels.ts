import type { StatisticsDay } from "./statistics";

export type HeatLevel = 1 | 2 | 3 | 4;

/** By quartiles, so that one long day does not pale the rest. */
export function heatLevels(days: readonly StatisticsDay[]): Map<string, HeatLevel> {
  const counts = days.map(({ episodes }) => episodes).sort((one, other) => one - other);
  const quartiles = [0.25, 0.5, 0.75].map(
    (part) => counts[Math.floor(part * (counts.length - 1))] ?? 0,
  );
  return new Map(
    days.map(({ date, episodes }) => [
      date,
      (1 + quartiles.filter((quartile) => episodes > quartile).length) as HeatLevel,
    ]),
  );
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
