/** Times are in UTC. A week's day is 0 for Sunday to 6 for Saturday. */
export type Schedule =
  | { every: "hour" }
  | { every: "day"; hour: number }
  | { every: "week"; day: number; hour: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PERIOD_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
/** The first of January 1970 was a Thursday. */
const EPOCH_DAY = 4;

/** The first time of a schedule after `after`. `offsetMinutes` are past its hour. */
export function nextRunAt(schedule: Schedule, offsetMinutes: number, after: Date): Date {
  const period = PERIOD_MS[schedule.every];
  const start = startInPeriod(schedule) + offsetMinutes * MINUTE_MS;
  const passed = Math.floor((after.getTime() - start) / period);
  return new Date(start + (passed + 1) * period);
}

function startInPeriod(schedule: Schedule): number {
  if (schedule.every === "hour") return 0;
  const day = schedule.every === "week" ? (schedule.day - EPOCH_DAY + 7) % 7 : 0;
  return day * PERIOD_MS.day + schedule.hour * HOUR_MS;
}
