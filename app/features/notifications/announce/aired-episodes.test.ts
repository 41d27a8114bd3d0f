import { describe, expect, it } from "vitest";
import { airedEpisodes, type AiringTitle } from "./aired-episodes";

const WEEK_MS = 7 * 24 * 60 * 60_000;

function title(fields: Partial<AiringTitle> = {}): AiringTitle {
  return {
    mal_id: 7,
    popularity: 1,
    episodes: 12,
    aired_from: "2026-10-05T00:00:00Z",
    aired_to: null,
    broadcast_day: "Monday",
    broadcast_time: "23:00",
    broadcast_timezone: "Asia/Tokyo",
    broadcast_anchor: "2026-10-05",
    last_episode: null,
    days: [],
    ...fields,
  };
}

const slotless = { broadcast_day: null, broadcast_time: null, broadcast_timezone: null };

function aired(fields: Partial<AiringTitle>, from: string, until: string) {
  return airedEpisodes(title(fields), new Date(from), new Date(until)).map(
    ({ episode, at, key }) => [episode, at.toISOString(), key],
  );
}

describe("airedEpisodes", () => {
  it("lists what is broadcast from the first moment to before the last", () => {
    const at = "2026-10-12T14:00:00.000Z";
    const expected = [[2, at, "aired:7:1"]];
    expect(aired({}, at, "2026-10-12T14:00:00.001Z")).toEqual(expected);
    expect(aired({}, "2026-10-12T08:00:00Z", at)).toEqual([]);
    expect(aired({}, "2026-10-12T14:00:00.001Z", "2026-10-12T22:00:00Z")).toEqual([]);
  });

  it("begins with the first broadcast, which can be on the day before in UTC", () => {
    const night = { broadcast_time: "00:30" };
    expect(aired(night, "2026-09-27T00:00:00Z", "2026-10-04T15:00:00Z")).toEqual([]);
    expect(aired(night, "2026-10-04T12:00:00Z", "2026-10-04T20:00:00Z")).toEqual([
      [1, "2026-10-04T15:30:00.000Z", "aired:7:0"],
    ]);
  });

  it("counts 25:30 to the day before", () => {
    expect(
      aired({ broadcast_time: "25:30" }, "2026-10-05T12:00:00Z", "2026-10-05T20:00:00Z"),
    ).toEqual([[1, "2026-10-05T16:30:00.000Z", "aired:7:0"]]);
  });

  it("ends with the last episode", () => {
    expect(aired({ episodes: 2 }, "2026-10-12T00:00:00Z", "2027-01-01T00:00:00Z")).toHaveLength(1);
    const ended = { episodes: null, aired_to: "2026-10-12T00:00:00Z" };
    expect(aired(ended, "2026-10-12T00:00:00Z", "2027-01-01T00:00:00Z")).toHaveLength(1);
  });

  it("keeps weeks apart over New Year", () => {
    const winter = { episodes: 24, last_episode: { number: 12, aired: "2026-12-21T00:00:00Z" } };
    expect(aired(winter, "2026-12-28T00:00:00Z", "2027-01-12T00:00:00Z")).toEqual([
      [13, "2026-12-28T14:00:00.000Z", "aired:7:12"],
      [14, "2027-01-04T14:00:00.000Z", "aired:7:13"],
      [15, "2027-01-11T14:00:00.000Z", "aired:7:14"],
    ]);
  });

  it.each([
    ["Europe/Berlin", "2026-10-18T00:00:00Z", ["2026-10-18T00:30", "2026-10-25T00:30"]],
    ["America/New_York", "2026-10-25T00:00:00Z", ["2026-10-25T06:30", "2026-11-01T07:30"]],
    ["Europe/Berlin", "2027-03-21T00:00:00Z", ["2027-03-21T01:30", "2027-03-28T01:30"]],
  ])("counts each week once when the clocks of %s change after %s", (zone, from, times) => {
    const sundays = {
      broadcast_day: "Sunday",
      broadcast_time: "02:30",
      broadcast_timezone: zone,
      broadcast_anchor: "2026-10-04",
      aired_from: "2026-10-04T00:00:00Z",
      episodes: null,
      last_episode: { number: 1, aired: from },
    };
    const found = aired(sundays, from, new Date(Date.parse(from) + 2 * WEEK_MS).toISOString());
    expect(found.map(([, at]) => String(at).slice(0, 16))).toEqual(times);
    const [first, second] = found.map(([, , key]) => Number(String(key).split(":")[2]));
    expect(Number(second) - Number(first)).toBe(1);
  });

  it("keeps the week when the slot moves", () => {
    const moved = {
      broadcast_day: "Tuesday",
      broadcast_time: "01:00",
      broadcast_anchor: "2026-10-06",
    };
    expect(aired(moved, "2026-10-12T12:00:00Z", "2026-10-12T20:00:00Z")).toEqual([
      [2, "2026-10-12T16:00:00.000Z", "aired:7:1"],
    ]);
  });

  it("leaves out a broadcast whose number is unknown", () => {
    const unknown = { aired_from: null };
    expect(aired(unknown, "2026-10-12T00:00:00Z", "2026-10-13T00:00:00Z")).toEqual([]);
  });

  it("takes the day of what has no slot, as a film, as midnight UTC", () => {
    const film = { ...slotless, episodes: 1, aired_from: "2026-10-09T00:00:00Z" };
    const expected = [[1, "2026-10-09T00:00:00.000Z", "aired:7:episode-1"]];
    expect(aired(film, "2026-10-08T20:00:00Z", "2026-10-09T04:00:00Z")).toEqual(expected);
    expect(aired(film, "2026-10-09T00:00:00.001Z", "2026-10-09T08:00:00Z")).toEqual([]);
    expect(
      aired({ ...film, broadcast_day: "Friday" }, "2026-10-08T20:00:00Z", "2026-10-09T04:00:00Z"),
    ).toEqual(expected);
    const mars = { ...film, broadcast_day: "Friday", broadcast_time: "10:00" };
    expect(
      aired(
        { ...mars, broadcast_timezone: "Mars/Base" },
        "2026-10-08T20:00:00Z",
        "2026-10-09T04:00:00Z",
      ),
    ).toEqual(expected);
  });

  it("takes the days of the episodes where the catalog has them", () => {
    const days = [
      { number: 3, aired: "2026-10-09T09:00:00Z" },
      { number: 4, aired: "2026-10-09T00:00:00Z" },
      { number: 5, aired: "2026-10-16T00:00:00Z" },
    ];
    const web = { ...slotless, days, last_episode: { number: 5, aired: "2026-10-16T00:00:00Z" } };
    expect(
      aired(web, "2026-10-08T20:00:00Z", "2026-10-09T04:00:00Z").map(([number]) => number),
    ).toEqual([3, 4]);
  });

  it("takes 1 January for a year without a day", () => {
    const film = { ...slotless, aired_from: "2027-01-01T00:00:00Z" };
    expect(aired(film, "2026-12-31T20:00:00Z", "2027-01-01T04:00:00Z")).toEqual([]);
  });
});
