/** When a title is broadcast every week, as the catalog tells it. */
export interface Broadcast {
  broadcast_day: string | null;
  /** `HH:MM`, or past midnight as `25:30`. */
  broadcast_time: string | null;
  /** IANA time zone name. */
  broadcast_timezone: string | null;
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const DAY_MS = 86_400_000;

/**
 * The next instant of a weekly broadcast strictly after `now`, or null where the catalog does not tell day, time and a known zone.
 * Walks the wall clock of that zone, so a change to or from summer time moves the instant and not the hour.
 */
export function nextBroadcast(broadcast: Broadcast, now: Date): Date | null {
  const day = DAYS.indexOf(broadcast.broadcast_day ?? "");
  const time = /^(\d{1,2}):(\d{2})$/.exec(broadcast.broadcast_time ?? "");
  const zone = broadcast.broadcast_timezone;
  if (day < 0 || time === null || zone === null || !isTimeZone(zone)) return null;
  const minutes = Number(time[1]) * 60 + Number(time[2]);
  const today = wallClock(now, zone);
  const midnight = Math.floor(today / DAY_MS) * DAY_MS;
  const daysAhead = (day - new Date(midnight).getUTCDay() + 7) % 7;
  // One week back covers times past midnight (25:30), which belong to the day before.
  for (const week of [-1, 0, 1]) {
    const instant = instantOf(midnight + (daysAhead + week * 7) * DAY_MS + minutes * 60_000, zone);
    if (instant > now.getTime()) return new Date(instant);
  }
  return null;
}

/** How long until an instant, in the two largest units: `3 days 4 h`, `4 h 12 min`, `12 min`. */
export function timeUntil(instant: Date, now: Date): string {
  const minutes = Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"}${hours > 0 ? ` ${hours} h` : ""}`;
  if (hours > 0) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ""}`;
  return `${minutes} min`;
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of the zone show, as if it were UTC, in milliseconds. */
function wallClock(instant: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(value("year"), value("month") - 1, value("day"), value("hour"), value("minute"), value("second"));
}

/** The instant at which the clocks of the zone show `wall`. Two rounds settle it around a change of the clocks. */
function instantOf(wall: number, zone: string): number {
  let instant = wall;
  for (let round = 0; round < 2; round += 1) instant += wall - wallClock(new Date(instant), zone);
  return instant;
}
