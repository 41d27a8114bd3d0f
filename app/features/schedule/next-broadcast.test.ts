import { describe, expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { nextBroadcast, timeUntil } from "./next-broadcast";

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
