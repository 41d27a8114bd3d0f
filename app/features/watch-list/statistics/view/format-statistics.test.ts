import fc from "fast-check";
import { expect, it } from "vitest";
import { SCORE_SCALES } from "~/features/catalog/score-scale";
import { serverI18n } from "~/i18n/i18n.server";
import {
  chartGenres,
  formatHours,
  formatMean,
  formatScoreColumn,
  formatSpread,
  toScoreColumns,
} from "./format-statistics";

const english = serverI18n("en");
const spanish = serverI18n("es");

it("counts every scored title once on every scale", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SCORE_SCALES),
      fc.uniqueArray(fc.record({ score: fc.nat(100), titles: fc.integer({ min: 1, max: 500 }) }), {
        selector: ({ score }) => score,
      }),
      (scale, scores) => {
        const columns = toScoreColumns(scores, scale);
        const sum = (all: readonly { titles: number }[]) =>
          all.reduce((total, { titles }) => total + titles, 0);
        expect(sum(columns)).toBe(sum(scores));
        for (const { from, to, titles } of columns)
          expect(titles).toBe(sum(scores.filter(({ score }) => score >= from && score <= to)));
      },
    ),
  );
});

it.each([
  ["100", ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"]],
  ["10.0", ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
  ["10", ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]],
  ["5", ["1 ★", "2 ★", "3 ★", "4 ★", "5 ★"]],
  ["3", ["🙁", "😐", "🙂"]],
] as const)("names the columns of the scale of %s", (scale, names) => {
  const named = (score: number) =>
    toScoreColumns([{ score, titles: 1 }], scale).map((column) =>
      formatScoreColumn(english, column, scale),
    );
  expect(named(0)).toEqual(names);
  // The lowest is left out while it counts nothing.
  expect(named(80)).toEqual(names.filter((name) => !name.startsWith("0")));
});

it("has no columns without scores", () => {
  expect(toScoreColumns([], "10")).toEqual([]);
});

it.each([
  ["100", "74.3", "±12.5"],
  ["10.0", "7.4", "±1.3"],
  ["10", "7.4", "±1.3"],
  ["5", "3.7 ★", "±0.6"],
  ["3", "74.3", "±12.5"],
] as const)("shows mean and spread on the scale of %s", (scale, mean, spread) => {
  expect(formatMean(english, 74.3, scale)).toBe(mean);
  expect(formatSpread(english, 12.5, scale)).toBe(spread);
});

it("shows hours with a decimal below ten, in the locale's form", () => {
  expect(formatHours(english, 90)).toBe("1.5");
  expect(formatHours(spanish, 90)).toBe("1,5");
  expect(formatHours(english, 74_090)).toBe("1,235");
});

it("leaves the honour Award Winning out of genres", () => {
  expect(chartGenres([{ name: "Drama" }, { name: "Award Winning" }])).toEqual([{ name: "Drama" }]);
});
