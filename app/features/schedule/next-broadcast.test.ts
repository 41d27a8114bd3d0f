import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { broadcastsBetween, broadcastWeek, nextBroadcast, timeUntil } from "./next-broadcast";

const tokyo = (day: string, time: string) => ({
  broadcast_day: day,
  broadcast_time: time,
  broadcast_timezone: "Asia/Tokyo",
});

describe("nextBroadcast", () => {
  const now = new Date("2026-11-20T10:00:00Z");

  it.each([
    ["Friday", "23:00", "2026-11-20T14:00:00.000Z"],
    ["Friday", "19:00", "2026-11-27T10:00:00.000Z"],
    ["Friday", "19:01", "2026-11-20T10:01:00.000Z"],
    ["Thursday", "00:30", "2026-11-25T15:30:00.000Z"],
    ["Friday", "25:30", "2026-11-20T16:30:00.000Z"],
    ["Thursday", "43:30", "2026-11-20T10:30:00.000Z"],
  ])("finds %s %s in Tokyo", (day, time, expected) => {
    expect(nextBroadcast(tokyo(day, time), now)?.toISOString()).toBe(expected);
  });

  it("preserves the hour across a change of clocks", () => {
    const berlin = {
      broadcast_day: "Sunday",
      broadcast_time: "20:00",
      broadcast_timezone: "Europe/Berlin",
    };
    expect(nextBroadcast(berlin, new Date("2026-10-24T12:00:00Z"))?.toISOString()).toBe(
      "2026-10-25T19:00:00.000Z",
    );
    expect(nextBroadcast(berlin, new Date("2026-10-17T12:00:00Z"))?.toISOString()).toBe(
      "2026-10-18T18:00:00.000Z",
    );
  });

  it.each([
    { broadcast_day: null, broadcast_time: "10:00", broadcast_timezone: "Asia/Tokyo" },
    { broadcast_day: "Friday", broadcast_time: null, broadcast_timezone: "Asia/Tokyo" },
    { broadcast_day: "Friday", broadcast_time: "10:00", broadcast_timezone: null },
    { broadcast_day: "Friday", broadcast_time: "10:00", broadcast_timezone: "Mars/Olympus" },
    { broadcast_day: "Someday", broadcast_time: "10:00", broadcast_timezone: "Asia/Tokyo" },
  ])("returns null without the facts: %j", (broadcast) => {
    expect(nextBroadcast(broadcast, now)).toBeNull();
  });
});

describe("broadcastWeek", () => {
  const weekOf = (
    broadcast_day: string,
    broadcast_time: string,
    broadcast_anchor: string | null,
  ) => {
    const title = { ...tokyo(broadcast_day, broadcast_time), broadcast_anchor };
    const from = new Date("2026-11-26T15:00:00Z");
    const [at = from] = broadcastsBetween(title, from, new Date(from.getTime() + 9 * 86_400_000));
    return broadcastWeek(title, at);
  };

  it.each(["00:30", "08:59", "09:00", "23:59", "24:00", "25:30", "47:59"])(
    "is the same at %s of the slot's day",
    (time) => {
      expect(weekOf("Saturday", time, "2026-10-03")).toBe(8);
      expect(weekOf("Sunday", time, "2026-10-04")).toBe(8);
    },
  );

  it("is not known without an anchor", () => {
    expect(weekOf("Saturday", "00:30", null)).toBeNull();
  });

  it("differs by one from week to week, over changes of clocks and before the anchor", () => {
    const title = {
      broadcast_day: "Sunday",
      broadcast_time: "02:30",
      broadcast_timezone: "Europe/Berlin",
      broadcast_anchor: "2026-10-04",
    };
    const year = [new Date("2026-03-01T00:00:00Z"), new Date("2027-04-01T00:00:00Z")] as const;
    const weeks = broadcastsBetween(title, ...year).map((at) => broadcastWeek(title, at));
    expect(weeks).toEqual(weeks.map((_, index) => index - 31));
  });
});

describe("timeUntil", () => {
  const now = new Date("2026-11-20T10:00:00Z");
  it.each([
    ["2026-11-20T10:00:00Z", "0 min"],
    ["2026-11-20T10:00:01Z", "1 min"],
    ["2026-11-20T11:00:00Z", "1 h"],
    ["2026-11-20T14:12:00Z", "4 h 12 min"],
    ["2026-11-21T10:00:00Z", "1 day"],
    ["2026-11-23T14:30:00Z", "3 days 4 h"],
    ["2026-11-19T10:00:00Z", "0 min"],
  ])("counts down to %s as %s", (instant, text) => {
    expect(timeUntil(serverI18n("en"), new Date(instant), now)).toBe(text);
  });
});
