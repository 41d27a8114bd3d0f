import fc from "fast-check";
import { expect, it } from "vitest";
import { dateOf, heatLevels, heatMonths, heatWeeks } from "./heat-levels";

it("gives more episodes no lower level, a single day the first, and none the level 0", () => {
  expect([0, 40].map(heatLevels([40]))).toEqual([0, 1]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60 }), (counts) => {
      const levelOf = heatLevels(counts);
      for (const one of counts)
        for (const other of counts)
          if (one >= other) expect(levelOf(one)).toBeGreaterThanOrEqual(levelOf(other));
    }),
  );
});

it("uses all four levels for a list of evenly spread days", () => {
  const counts = Array.from({ length: 20 }, (_, index) => index + 1);
  expect([...new Set(counts.map(heatLevels(counts)))]).toEqual([1, 2, 3, 4]);
});

it("sums days by week, from Monday, across years", () => {
  const weeks = heatWeeks([
    { date: "2025-12-28", episodes: 1, minutes: 24 },
    { date: "2025-12-29", episodes: 2, minutes: 48 },
    { date: "2026-01-04", episodes: 3, minutes: 72 },
    { date: "2026-01-12", episodes: 4, minutes: 96 },
  ]);
  expect(
    weeks.map(({ monday, ...week }) => [dateOf(monday).toISOString().slice(0, 10), week]),
  ).toEqual([
    ["2025-12-22", { episodes: [0, 0, 0, 0, 0, 0, 1], minutes: 24 }],
    ["2025-12-29", { episodes: [2, 0, 0, 0, 0, 0, 3], minutes: 120 }],
    ["2026-01-12", { episodes: [4, 0, 0, 0, 0, 0, 0], minutes: 96 }],
  ]);
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
