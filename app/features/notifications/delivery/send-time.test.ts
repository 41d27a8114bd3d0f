import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wallClock } from "~/features/schedule/time-zone";
import { digestTime, sendTime, type Digest, type QuietHours } from "./send-time";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Chatham",
  "America/St_Johns",
];
/** Days on which clocks change somewhere, and two others. */
const DAYS = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-09-27",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
  "2026-12-31",
  "2026-06-15",
];

const NIGHT = { from: 22 * 60, until: 7 * 60 };
const send = (from: string, quiet: QuietHours | null) =>
  sendTime(new Date(from), quiet).toISOString();

describe("sendTime", () => {
  it.each<[name: string, from: string, quiet: QuietHours, expected: string]>([
    ["by day", "2026-06-01T12:00:00.000Z", { ...NIGHT, zone: "UTC" }, "2026-06-01T12:00:00.000Z"],
    [
      "in the evening",
      "2026-06-01T22:00:00.000Z",
      { ...NIGHT, zone: "UTC" },
      "2026-06-02T07:00:00.000Z",
    ],
    [
      "a moment before",
      "2026-06-01T21:59:59.999Z",
      { ...NIGHT, zone: "UTC" },
      "2026-06-01T21:59:59.999Z",
    ],
    [
      "after midnight",
      "2026-06-02T06:59:59.999Z",
      { ...NIGHT, zone: "UTC" },
      "2026-06-02T07:00:00.000Z",
    ],
    [
      "at the end",
      "2026-06-02T07:00:00.000Z",
      { ...NIGHT, zone: "UTC" },
      "2026-06-02T07:00:00.000Z",
    ],
    [
      "in Tokyo",
      "2026-06-01T14:00:00.000Z",
      { ...NIGHT, zone: "Asia/Tokyo" },
      "2026-06-01T22:00:00.000Z",
    ],
    [
      "over New Year in Kathmandu",
      "2026-12-31T18:00:00.000Z",
      { ...NIGHT, zone: "Asia/Kathmandu" },
      "2027-01-01T01:15:00.000Z",
    ],
    // Clocks go from 02:00 to 03:00, so the night is eight hours.
    [
      "in spring",
      "2026-03-28T21:00:00.000Z",
      { ...NIGHT, zone: "Europe/Berlin" },
      "2026-03-29T05:00:00.000Z",
    ],
    [
      "to a time that spring skips",
      "2026-03-29T00:30:00.000Z",
      { from: 60, until: 150, zone: "Europe/Berlin" },
      "2026-03-29T01:00:00.000Z",
    ],
    // Clocks go from 03:00 back to 02:00, so the night is ten hours.
    [
      "in autumn",
      "2026-10-24T20:00:00.000Z",
      { ...NIGHT, zone: "Europe/Berlin" },
      "2026-10-25T06:00:00.000Z",
    ],
    [
      "to a time that autumn repeats",
      "2026-10-24T23:30:00.000Z",
      { from: 60, until: 150, zone: "Europe/Berlin" },
      "2026-10-25T00:30:00.000Z",
    ],
  ])("%s", (_, from, quiet, expected) => {
    expect(send(from, quiet)).toBe(expected);
  });

  it("is at once without quiet hours, and when they are empty", () => {
    expect(send("2026-06-01T23:00:00.000Z", null)).toBe("2026-06-01T23:00:00.000Z");
    const empty = { from: 60, until: 60, zone: "UTC" };
    expect(send("2026-06-01T01:00:00.000Z", empty)).toBe("2026-06-01T01:00:00.000Z");
  });

  it("is the first moment that is not quiet, in any zone and on any day", () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    fc.assert(
      fc.property(
        minute,
        minute,
        fc.constantFrom(...ZONES),
        fc.constantFrom(...DAYS),
        fc.integer({ min: -12 * 60, max: 36 * 60 }),
        (from, until, zone, day, offset) => {
          const start = Date.parse(`${day}T00:00:00Z`) + offset * 60_000;
          const isQuiet = (time: number) => {
            const wall = Math.floor(wallClock(new Date(time), zone) / 60_000) % (24 * 60);
            return from <= until ? wall >= from && wall < until : wall >= from || wall < until;
          };
          const time = sendTime(new Date(start), { from, until, zone }).getTime();
          expect(isQuiet(time)).toBe(false);
          // Every minute before it is quiet.
          for (let before = start; before < time; before += 60_000)
            expect(isQuiet(before)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("digestTime", () => {
  const DAILY = { timing: "daily", hour: 8, zone: "Europe/Berlin" } as const;
  const WEEKLY = { ...DAILY, timing: "weekly" } as const;

  it.each<[name: string, from: string, digest: Digest, expected: string]>([
    ["later today", "2026-06-01T05:59:59.999Z", DAILY, "2026-06-01T06:00:00.000Z"],
    ["at that moment", "2026-06-01T06:00:00.000Z", DAILY, "2026-06-01T06:00:00.000Z"],
    ["tomorrow", "2026-06-01T06:00:00.001Z", DAILY, "2026-06-02T06:00:00.000Z"],
    ["on Monday", "2026-06-02T00:00:00.000Z", WEEKLY, "2026-06-08T06:00:00.000Z"],
    ["this Monday", "2026-06-01T05:00:00.000Z", WEEKLY, "2026-06-01T06:00:00.000Z"],
    [
      "on Monday of New Year in Kathmandu",
      "2026-12-31T20:00:00.000Z",
      { timing: "weekly", hour: 0, zone: "Asia/Kathmandu" },
      "2027-01-03T18:15:00.000Z",
    ],
    ["after clocks went forward", "2026-03-28T12:00:00.000Z", DAILY, "2026-03-29T06:00:00.000Z"],
    ["after they went back", "2026-10-24T12:00:00.000Z", DAILY, "2026-10-25T07:00:00.000Z"],
    [
      "at an hour that is skipped",
      "2026-03-29T00:00:00.000Z",
      { ...DAILY, hour: 2 },
      "2026-03-29T01:00:00.000Z",
    ],
    [
      "at an hour that comes twice",
      "2026-10-24T23:00:00.000Z",
      { ...DAILY, hour: 2 },
      "2026-10-25T00:00:00.000Z",
    ],
  ])("is %s", (_, from, digest, expected) => {
    expect(digestTime(new Date(from), digest).toISOString()).toBe(expected);
  });

  it("is its own next time, at most a day or a week later, in any zone and on any day", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.constantFrom(...ZONES),
        fc.constantFrom(...DAYS),
        fc.integer({ min: -12 * 60, max: 36 * 60 }),
        fc.constantFrom("daily" as const, "weekly" as const),
        (hour, zone, day, offset, timing) => {
          const from = new Date(Date.parse(`${day}T00:00:00Z`) + offset * 60_000);
          const digest = { timing, hour, zone };
          const time = digestTime(from, digest);
          expect(time >= from).toBe(true);
          expect(digestTime(time, digest)).toEqual(time);
          const days = timing === "daily" ? 1 : 7;
          // A day with a change of the clocks is an hour longer, and its hour may be skipped.
          expect(time.getTime() - from.getTime()).toBeLessThanOrEqual((days * 24 + 2) * 3_600_000);
          const wall = new Date(wallClock(time, zone));
          expect([hour, hour + 1]).toContain(wall.getUTCHours());
          if (timing === "weekly") expect(wall.getUTCDay()).toBe(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
