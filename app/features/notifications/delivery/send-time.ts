import {
  DAY_MS,
  daysAfterMonday,
  instantOf,
  wallClock,
  wallMidnight,
} from "~/features/schedule/time-zone";

export interface QuietHours {
  /** Wall times in minutes since midnight; the end may be before the beginning. */
  from: number;
  until: number;
  /** IANA name. */
  zone: string;
}

export interface Digest {
  timing: "daily" | "weekly";
  /** The hour of the wall clock. */
  hour: number;
  /** IANA name. */
  zone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;

/**
 * The first time at or after `from` at which a daily or weekly mail is sent: at the hour of the
 * wall clock, and if weekly, on Mondays. An hour that the clocks skip is that much later, and of
 * one that comes twice it is the first (RFC 5545, section 3.3.5).
 */
export function digestTime(from: Date, { timing, hour, zone }: Digest): Date {
  const today = wallMidnight(from, zone);
  const step = timing === "weekly" ? 7 : 1;
  // One step back, since a skipped hour can be later than the next day's midnight.
  let days = (timing === "weekly" ? -daysAfterMonday(today) : 0) - step;
  for (;;) {
    const time = instantOf(today + days * DAY_MS + hour * HOUR_MS, zone);
    if (time >= from.getTime()) return new Date(time);
    days += step;
  }
}

/**
 * The first time at or after `from` that is not in the quiet hours, which are wall time: a night
 * with a change of the clocks is as long as the clock shows it. Null for no quiet hours.
 */
export function sendTime(from: Date, quiet: QuietHours | null): Date {
  if (quiet === null || quiet.from === quiet.until) return from;
  let time = from.getTime();
  while (isQuiet(time, quiet)) {
    const { minutes, rest } = wallMinutes(time, quiet.zone);
    const left = (quiet.until - minutes + DAY_MINUTES) % DAY_MINUTES;
    time = afterJump(time, time + left * MINUTE_MS - rest, quiet);
  }
  return new Date(time);
}

function isQuiet(time: number, { from, until, zone }: QuietHours): boolean {
  const { minutes } = wallMinutes(time, zone);
  return from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
}

function wallMinutes(time: number, zone: string): { minutes: number; rest: number } {
  const wall = wallClock(new Date(time), zone);
  return {
    minutes: Math.floor(wall / MINUTE_MS) % DAY_MINUTES,
    rest: (wall % MINUTE_MS) + (time % 1000),
  };
}

/** The time of a change that put the clocks forward, after which `to` is too late; else `to`. */
function afterJump(from: number, to: number, quiet: QuietHours): number {
  const offset = (time: number) => wallClock(new Date(time), quiet.zone) - (time - (time % 1000));
  if (offset(to) <= offset(from)) return to;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle) === offset(from)) before = middle;
    else after = middle;
  }
  return after;
}
