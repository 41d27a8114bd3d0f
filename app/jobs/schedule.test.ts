import { describe, expect, it } from "vitest";
import { nextRunAt, type Schedule } from "./schedule";

const next = (schedule: Schedule, after: string, offset = 0) =>
  nextRunAt(schedule, offset, new Date(after)).toISOString();

describe("nextRunAt", () => {
  it("is the next hour, at the minute of the offset", () => {
    const hourly = { every: "hour" } as const;
    expect(next(hourly, "2026-11-21T10:00:00.000Z")).toBe("2026-11-21T11:00:00.000Z");
    expect(next(hourly, "2026-11-21T10:41:59.999Z", 42)).toBe("2026-11-21T10:42:00.000Z");
    expect(next(hourly, "2026-11-21T10:42:00.000Z", 42)).toBe("2026-11-21T11:42:00.000Z");
  });

  it("is the hour of today, or of tomorrow once it has passed", () => {
    const daily = { every: "day", hour: 23 } as const;
    expect(next(daily, "2026-12-31T22:59:59.999Z")).toBe("2026-12-31T23:00:00.000Z");
    expect(next(daily, "2026-12-31T23:00:00.000Z")).toBe("2027-01-01T23:00:00.000Z");
    expect(next(daily, "2026-12-31T23:30:00.000Z", 59)).toBe("2026-12-31T23:59:00.000Z");
  });

  it.each([
    [0, "2026-11-22"],
    [1, "2026-11-23"],
    [5, "2026-11-27"],
    [6, "2026-11-28"],
  ])("is the next weekday %d after a Saturday's time", (day, date) => {
    const weekly = { every: "week", day, hour: 4 } as const;
    const at = next(weekly, "2026-11-21T04:30:00.000Z", 30);
    expect(at).toBe(`${date}T04:30:00.000Z`);
    expect(new Date(at).getUTCDay()).toBe(day);
  });

  it("is always later than now and at most one period away", () => {
    const schedules: Schedule[] = [
      { every: "hour" },
      { every: "day", hour: 0 },
      { every: "week", day: 3, hour: 12 },
    ];
    const periods = [1, 24, 168];
    for (const [index, schedule] of schedules.entries())
      for (let minute = 0; minute < 20_000; minute += 37) {
        const now = new Date(Date.UTC(2026, 1, 27) + minute * 60_000);
        const wait = nextRunAt(schedule, minute % 60, now).getTime() - now.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual((periods[index] ?? 0) * 3_600_000);
      }
  });
});
