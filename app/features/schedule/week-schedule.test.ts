import { describe, expect, it } from "vitest";
import {
  airingsBetween,
  daysFromToday,
  nextAiring,
  weekSchedule,
  type ScheduledTitle,
} from "./week-schedule";

function title(fields: Partial<ScheduledTitle>): ScheduledTitle {
  return {
    mal_id: 1,
    popularity: 1,
    aired_from: null,
    aired_to: null,
    broadcast_day: "Saturday",
    broadcast_time: "00:30",
    broadcast_timezone: "Asia/Tokyo",
    ...fields,
  };
}

function lines(titles: ScheduledTitle[], zone: string, now: string): string[] {
  return weekSchedule(titles, zone, new Date(now)).flatMap(({ date, weekday, airings }) =>
    airings.map(({ time }) => `${date} ${weekday} ${time}`),
  );
}

it("nextAiring returns the next broadcast, and null after the last day", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const next = (fields: Partial<ScheduledTitle>) => nextAiring(title(fields), now)?.toISOString();
  const friday = "2026-11-27T15:30:00.000Z";
  expect(next({})).toBe(friday);
  for (const [last, expected] of [
    ["2026-11-21", undefined],
    ["2026-11-25", undefined],
    ["2026-11-27", friday],
    ["2026-11-28", friday],
  ] as const)
    expect(next({ aired_to: `${last}T00:00:00.000Z` })).toBe(expected);
  expect(next({ broadcast_time: null })).toBeUndefined();
});

describe("weekSchedule", () => {
  const now = "2026-11-20T10:00:00Z";

  it("has seven days from today in the user's zone, empty ones included", () => {
    const days = weekSchedule([], "Pacific/Kiritimati", new Date(now));
    expect(days.map(({ date, weekday }) => `${weekday} ${date}`)).toEqual([
      "Saturday 2026-11-21",
      "Sunday 2026-11-22",
      "Monday 2026-11-23",
      "Tuesday 2026-11-24",
      "Wednesday 2026-11-25",
      "Thursday 2026-11-26",
      "Friday 2026-11-27",
    ]);
    expect(days.every(({ airings }) => airings.length === 0)).toBe(true);
  });

  it.each([
    ["Asia/Tokyo", "2026-11-21 Saturday 00:30"],
    ["UTC", "2026-11-20 Friday 15:30"],
    ["America/New_York", "2026-11-20 Friday 10:30"],
    ["Europe/Berlin", "2026-11-20 Friday 16:30"],
    ["Australia/Lord_Howe", "2026-11-21 Saturday 02:30"],
    ["Pacific/Honolulu", "2026-11-20 Friday 05:30"],
  ])("puts Saturday 00:30 of Tokyo on the right day in %s", (zone, expected) => {
    expect(lines([title({})], zone, now)).toEqual([expected]);
  });

  it.each([
    [
      "the clocks going forward in New York",
      "America/New_York",
      "2026-03-06T12:00:00Z",
      ["2026-03-06 Friday 10:30"],
    ],
    [
      "the same title a week later",
      "America/New_York",
      "2026-03-13T12:00:00Z",
      ["2026-03-13 Friday 11:30"],
    ],
    [
      "the clocks going back in New York",
      "America/New_York",
      "2026-10-31T12:00:00Z",
      ["2026-11-06 Friday 10:30"],
    ],
    ["summer in Berlin", "Europe/Berlin", "2026-10-19T12:00:00Z", ["2026-10-23 Friday 17:30"]],
    [
      "the clocks going back in Berlin",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      ["2026-10-30 Friday 16:30"],
    ],
    [
      "half an hour forward on Lord Howe",
      "Australia/Lord_Howe",
      "2026-10-02T12:00:00Z",
      ["2026-10-03 Saturday 02:00"],
    ],
    [
      "and the week after",
      "Australia/Lord_Howe",
      "2026-10-04T12:00:00Z",
      ["2026-10-10 Saturday 02:30"],
    ],
  ])("follows %s", (_, zone, instant, expected) => {
    expect(lines([title({})], zone, instant)).toEqual(expected);
  });

  it("preserves the station's hour when its clocks change", () => {
    const berlin = title({
      broadcast_day: "Sunday",
      broadcast_time: "20:00",
      broadcast_timezone: "Europe/Berlin",
    });
    expect(lines([berlin], "Asia/Tokyo", "2026-10-17T12:00:00Z")).toEqual([
      "2026-10-19 Monday 03:00",
    ]);
    expect(lines([berlin], "Asia/Tokyo", "2026-10-24T12:00:00Z")).toEqual([
      "2026-10-26 Monday 04:00",
    ]);
  });

  it("shows a title twice in a week with two of its broadcasts, and a 25-hour day in full", () => {
    // A week of 169 hours in Berlin.
    const early = title({ broadcast_day: "Sunday", broadcast_time: "07:00" });
    expect(lines([early], "Europe/Berlin", "2026-10-25T09:00:00Z")).toEqual([
      "2026-10-25 Sunday 00:00",
      "2026-10-31 Saturday 23:00",
    ]);
  });

  it("treats times past midnight as the night after the given day", () => {
    expect(
      lines([title({ broadcast_day: "Friday", broadcast_time: "25:30" })], "Asia/Tokyo", now),
    ).toEqual(["2026-11-21 Saturday 01:30"]);
  });

  it("orders a day by time, then by popularity, unranked last", () => {
    const titles = [
      title({ mal_id: 1, popularity: null }),
      title({ mal_id: 2, popularity: 9 }),
      title({ mal_id: 3, popularity: 5 }),
      title({ mal_id: 4, popularity: 99, broadcast_time: "00:00" }),
    ];
    const [, saturday] = weekSchedule(titles, "Asia/Tokyo", new Date(now));
    expect(saturday?.airings.map(({ title: { mal_id } }) => mal_id)).toEqual([4, 3, 2, 1]);
  });

  it("omits titles that have not started or have ended", () => {
    const shown = (fields: Partial<ScheduledTitle>) =>
      lines([title(fields)], "Asia/Tokyo", now).length;
    expect(shown({ aired_from: "2026-11-21T00:00:00.000Z" })).toBe(1);
    expect(shown({ aired_from: "2026-11-28T00:00:00.000Z" })).toBe(0);
    expect(shown({ aired_to: "2026-11-20T00:00:00.000Z" })).toBe(1);
    expect(shown({ aired_to: "2026-11-13T00:00:00.000Z" })).toBe(0);
  });

  it("omits titles without a day, time or zone", () => {
    expect(
      lines(
        [
          title({ broadcast_day: null }),
          title({ broadcast_time: null }),
          title({ broadcast_timezone: "Mars/Olympus" }),
        ],
        "UTC",
        now,
      ),
    ).toEqual([]);
  });
});

describe("airingsBetween", () => {
  it("includes its start and excludes its end", () => {
    const from = new Date("2026-11-20T15:30:00Z");
    const until = new Date("2026-11-27T15:30:00Z");
    expect(
      airingsBetween([title({})], "UTC", from, until).map(({ at }) => at.toISOString()),
    ).toEqual([from.toISOString()]);
  });
});

it("counts calendar days: a week with a change of clocks is an hour longer or shorter", () => {
  const hours = (zone: string, now: string): number => {
    const { from, until } = daysFromToday(zone, new Date(now), 7);
    return (until.getTime() - from.getTime()) / 3_600_000;
  };
  expect(hours("America/New_York", "2026-03-07T12:00:00Z")).toBe(167);
  expect(hours("Europe/Berlin", "2026-10-24T12:00:00Z")).toBe(169);
  expect(hours("Australia/Lord_Howe", "2026-04-04T12:00:00Z")).toBe(168.5);
  expect(hours("Asia/Tokyo", "2026-03-07T12:00:00Z")).toBe(168);
});
