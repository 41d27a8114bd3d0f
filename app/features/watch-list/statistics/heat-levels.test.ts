import fc from "fast-check";
import { expect, it } from "vitest";
import { heatLevels, heatMonths } from "./heat-levels";

it("gives more episodes no lower level, and a single day the first", () => {
  expect([...heatLevels([{ date: "2026-01-01", episodes: 40, minutes: 960 }]).values()]).toEqual([
    1,
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }), (counts) => {
      const days = counts.map((episodes, index) => ({
        date: `day ${index}`,
        episodes,
        minutes: episodes,
      }));
      const levels = heatLevels(days);
      for (const one of days)
        for (const other of days)
          if (one.episodes >= other.episodes)
            expect(levels.get(one.date)).toBeGreaterThanOrEqual(levels.get(other.date) ?? 0);
    }),
  );
});

it("uses all four levels for a list of evenly spread days", () => {
  const days = Array.from({ length: 20 }, (_, index) => ({
    date: `day ${index}`,
    episodes: index + 1,
    minutes: 0,
  }));
  expect([...new Set(heatLevels(days).values())]).toEqual([1, 2, 3, 4]);
});

it("shows the months of a year, or the twelve that end today", () => {
  expect(heatMonths(2025, "2026-03-14").map(({ month }) => month)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  const months = heatMonths(null, "2026-03-14");
  expect(months.at(0)).toEqual({ year: 2025, month: 4 });
  expect(months.at(8)).toEqual({ year: 2025, month: 12 });
  expect(months.at(-1)).toEqual({ year: 2026, month: 3 });
  expect(months).toHaveLength(12);
});
