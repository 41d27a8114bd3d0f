import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StatisticsDay } from "./statistics";
import { summarizeYear, type YearTitle } from "./year-review";

const DAY_MS = 86_400_000;
const dateOf = (index: number) =>
  new Date(Date.UTC(2024, 0, 1) + index * DAY_MS).toISOString().slice(0, 10);
const day = (date: string, episodes = 1, minutes = episodes * 24): StatisticsDay => ({
  date,
  episodes,
  minutes,
  finished_episodes: 0,
  finished_minutes: 0,
});
/** A day on which some episodes are known only from a finish date. */
const finish = (date: string, finished: number, watched = 0): StatisticsDay => ({
  ...day(date, finished + watched),
  finished_episodes: finished,
  finished_minutes: finished * 24,
});
const title = (malId: number, fields: Partial<YearTitle> = {}): YearTitle => ({
  malId,
  score: null,
  episodes: 1,
  minutes: 24,
  completed: false,
  firstAt: null,
  lastAt: null,
  ...fields,
});

/** A leap year's days with episodes, ascending. */
const days = fc
  .uniqueArray(fc.record({ index: fc.nat(365), episodes: fc.integer({ min: 1, max: 30 }) }), {
    selector: ({ index }) => index,
  })
  .map((found) =>
    found
      .toSorted((one, other) => one.index - other.index)
      .map(({ index, episodes }) => day(dateOf(index), episodes)),
  );

describe("a year in review", () => {
  it("is empty without days and titles", () => {
    expect(summarizeYear([], [])).toMatchObject({
      completed: 0,
      activeDays: 0,
      favorites: [],
      first: null,
      last: null,
      streak: null,
      busiestDay: null,
      busiestMonth: null,
    });
  });

  it("finds the longest streak, across months and leap days, and the earliest of equal ones", () => {
    const summary = summarizeYear(
      ["2024-01-03", "2024-01-04", "2024-02-28", "2024-02-29", "2024-03-01", "2024-05-01"].map(
        (date) => day(date),
      ),
      [],
    );
    expect(summary.streak).toEqual({ days: 3, from: "2024-02-28", to: "2024-03-01" });
    expect(summarizeYear([day("2024-01-01"), day("2024-01-03")], []).streak).toEqual({
      days: 1,
      from: "2024-01-01",
      to: "2024-01-01",
    });
  });

  it("counts finish dates in the months, and not as days on which something was watched", () => {
    const summary = summarizeYear(
      [finish("2024-03-01", 24), day("2024-03-02", 2), finish("2024-03-03", 12, 1)],
      [],
    );
    expect(summary).toMatchObject({
      activeDays: 2,
      streak: { days: 2, from: "2024-03-02", to: "2024-03-03" },
      busiestDay: { date: "2024-03-02", episodes: 2, minutes: 48 },
      busiestMonth: { month: 3, episodes: 39, minutes: 39 * 24, activeDays: 2 },
    });
    expect(summarizeYear([finish("2024-03-01", 24)], [])).toMatchObject({
      activeDays: 0,
      streak: null,
      busiestDay: null,
      busiestMonth: { month: 3, episodes: 24 },
    });
  });

  it("agrees with counting every day of the year", () => {
    fc.assert(
      fc.property(days, (active) => {
        const { streak, busiestDay, busiestMonth, months, activeDays } = summarizeYear(active, []);
        const dates = new Set(active.map(({ date }) => date));
        let run = 0;
        let longest = 0;
        for (let index = 0; index < 366; index += 1) {
          run = dates.has(dateOf(index)) ? run + 1 : 0;
          longest = Math.max(longest, run);
        }
        expect(streak?.days ?? 0).toBe(longest);
        expect(activeDays).toBe(dates.size);
        const counts = active.map(({ episodes }) => episodes);
        expect(busiestDay?.episodes ?? 0).toBe(Math.max(0, ...counts));
        expect(months.reduce((sum, { episodes }) => sum + episodes, 0)).toBe(
          counts.reduce((sum, count) => sum + count, 0),
        );
        expect(busiestMonth?.episodes ?? 0).toBe(
          Math.max(...months.map(({ episodes }) => episodes)),
        );
        expect(months.map(({ activeDays: count }) => count)).toEqual(
          Array.from(
            { length: 12 },
            (_, month) =>
              active.filter(({ date }) => Number(date.slice(5, 7)) === month + 1).length,
          ),
        );
      }),
    );
  });

  it("ranks favourites by own score, then time, and without scores by time", () => {
    const favorites = (titles: YearTitle[]) =>
      summarizeYear([], titles).favorites.map(({ malId }) => malId);
    expect(
      favorites([
        title(1, { score: 80, minutes: 10 }),
        title(2, { minutes: 9_000 }),
        title(3, { score: 95 }),
        title(4, { score: 80, minutes: 500 }),
        title(5, { score: 0 }),
      ]),
    ).toEqual([3, 4, 1, 5]);
    expect(favorites([title(1, { minutes: 10 }), title(2, { minutes: 90 })])).toEqual([2, 1]);
    expect(favorites(Array.from({ length: 9 }, (_, index) => title(index, { score: 50 })))).toEqual(
      [0, 1, 2, 3, 4, 5],
    );
  });

  it("names the first and last title by time, and counts completed ones", () => {
    const summary = summarizeYear(
      [],
      [
        title(1, {
          firstAt: "2024-02-01 2024-02-01 18:00:00.000000",
          lastAt: "2024-12-30",
          completed: true,
        }),
        title(2, {
          firstAt: "2024-02-01 2024-02-01 17:00:00.000000",
          lastAt: "2024-12-30 2024-12-30 01:00:00.000000",
        }),
        title(3),
      ],
    );
    expect(summary).toMatchObject({
      completed: 1,
      first: { malId: 2, day: "2024-02-01" },
      last: { malId: 2, day: "2024-12-30" },
    });
  });
});
