import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wallClock } from "~/features/schedule/time-zone";
import { sendTime, type QuietHours } from "./send-time";

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
    const zones = [
      "UTC",
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Pacific/Chatham",
      "America/St_Johns",
    ];
    const changes = [
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
    fc.assert(
      fc.property(
        minute,
        minute,
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
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
