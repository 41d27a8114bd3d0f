import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalZone, instantOf, wallClock, wallDate, wallMidnight, wallTime } from "./time-zone";

const wall = (text: string): number => Date.parse(`${text}Z`);
const at = (text: string, zone: string): string =>
  new Date(instantOf(wall(text), zone)).toISOString();

describe("canonicalZone", () => {
  it.each([
    ["asia/tokyo", "Asia/Tokyo"],
    ["Europe/Berlin", "Europe/Berlin"],
    ["UTC", "UTC"],
    ["Mars/Olympus", null],
    ["", null],
    ["Europe/Berlin\0", null],
    ["../etc/localtime", null],
  ])("parses %j as %j", (zone, expected) => {
    expect(canonicalZone(zone)).toBe(expected);
  });
});

describe("instantOf", () => {
  it.each([
    ["2026-03-08T01:59:00", "America/New_York", "2026-03-08T06:59:00.000Z"],
    ["2026-03-08T03:00:00", "America/New_York", "2026-03-08T07:00:00.000Z"],
    ["2026-10-25T04:00:00", "Europe/Berlin", "2026-10-25T03:00:00.000Z"],
    ["2026-04-05T03:00:00", "Australia/Lord_Howe", "2026-04-04T16:30:00.000Z"],
    ["2026-07-01T00:30:00", "Asia/Tokyo", "2026-06-30T15:30:00.000Z"],
    ["2026-07-01T00:30:00", "Pacific/Kiritimati", "2026-06-30T10:30:00.000Z"],
  ])("converts %s in %s", (text, zone, expected) => {
    expect(at(text, zone)).toBe(expected);
  });

  it.each([
    ["2026-03-08T02:30:00", "America/New_York", "2026-03-08T07:30:00.000Z"],
    ["2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
    ["2026-10-04T02:15:00", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
  ])("uses the offset before a skipped hour: %s in %s", (text, zone, expected) => {
    expect(at(text, zone)).toBe(expected);
  });

  it.each([
    ["2026-11-01T01:30:00", "America/New_York", "2026-11-01T05:30:00.000Z"],
    ["2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-04-05T01:45:00", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
  ])("takes the first of two repeated hours: %s in %s", (text, zone, expected) => {
    expect(at(text, zone)).toBe(expected);
  });

  it("is the inverse of wallClock for every existing time", () => {
    const zones = fc.constantFrom(
      "America/New_York",
      "Europe/Berlin",
      "Australia/Lord_Howe",
      "Asia/Tokyo",
      "America/St_Johns",
      "Africa/Casablanca",
      "UTC",
    );
    fc.assert(
      fc.property(
        fc.integer({
          min: wall("1995-01-01T00:00:00") / 1000,
          max: wall("2037-01-01T00:00:00") / 1000,
        }),
        zones,
        (seconds, zone) => {
          const shown = wallClock(new Date(seconds * 1000), zone);
          const instant = instantOf(shown, zone);
          expect(wallClock(new Date(instant), zone)).toBe(shown);
          expect(instant).toBeLessThanOrEqual(seconds * 1000);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it("computes midnight, date and time by the zone's own calendar", () => {
  const evening = new Date("2026-11-20T20:30:00Z");
  expect(wallDate(wallMidnight(evening, "Asia/Tokyo"))).toBe("2026-11-21");
  expect(wallDate(wallMidnight(evening, "America/New_York", 1))).toBe("2026-11-21");
  expect(wallTime(wallClock(evening, "Asia/Kolkata"))).toBe("02:00");
});
