import type { I18n } from "~/i18n/i18n";
import {
  canonicalZone,
  DAY_MS,
  daysAfterMonday,
  instantOf,
  wallClock,
  wallMidnight,
} from "./time-zone";
import { WEEKDAYS } from "~/features/catalog/vocabulary";

export interface Broadcast {
  broadcast_day: string | null;
  /** Time of the broadcast as `HH:MM`, to `25:30`. */
  broadcast_time: string | null;
  broadcast_timezone: string | null;
}

interface WeeklySlot {
  day: number;
  minutes: number;
  zone: string;
}

/** Returns null without day, time or valid zone. */
function weeklySlot({
  broadcast_day,
  broadcast_time,
  broadcast_timezone,
}: Broadcast): WeeklySlot | null {
  const day = WEEKDAYS.findIndex((name) => name === broadcast_day);
  const time = /^(\d{1,2}):(\d{2})$/.exec(broadcast_time ?? "");
  const zone = broadcast_timezone === null ? null : canonicalZone(broadcast_timezone);
  if (day < 0 || time === null || zone === null) return null;
  return { day, minutes: Number(time[1]) * 60 + Number(time[2]), zone };
}

/**
 * Lists broadcasts in order, before `until`. Counts in the wall-clock time of their zone, which
 * daylight saving does not shift.
 */
export function broadcastsBetween(broadcast: Broadcast, from: Date, until: Date): Date[] {
  const slot = weeklySlot(broadcast);
  if (slot === null) return [];
  const midnight = wallMidnight(from, slot.zone);
  const first =
    midnight + ((slot.day - daysAfterMonday(midnight) + 7) % 7) * DAY_MS + slot.minutes * 60_000;
  const instants: Date[] = [];
  // 25:30 belongs to the previous day.
  for (let week = -1; ; week += 1) {
    const instant = instantOf(first + week * 7 * DAY_MS, slot.zone);
    if (instant >= until.getTime()) return instants;
    if (instant >= from.getTime()) instants.push(new Date(instant));
  }
}

/**
 * How many weeks a broadcast is after the anchor, which moves with the day of the slot: the number
 * stays when day, hour or zone change. Null without day, time or valid zone.
 */
export function broadcastWeek(
  broadcast: Broadcast & { broadcast_anchor: string | null },
  at: Date,
): number | null {
  const slot = weeklySlot(broadcast);
  if (slot === null || broadcast.broadcast_anchor === null) return null;
  // Rounded, since daylight saving may shift it by an hour.
  const day = Math.round((wallClock(at, slot.zone) - slot.minutes * 60_000) / DAY_MS);
  return (day - Date.parse(broadcast.broadcast_anchor) / DAY_MS) / 7;
}

/** Returns null without day, time or valid zone. */
export function nextBroadcast(broadcast: Broadcast, now: Date): Date | null {
  const soon = new Date(now.getTime() + 1);
  return broadcastsBetween(broadcast, soon, new Date(soon.getTime() + 9 * DAY_MS))[0] ?? null;
}

/** Returns `3 days 4 h`, `4 h 12 min` or `12 min`. */
export function timeUntil({ t }: I18n, instant: Date, now: Date): string {
  const minutes = Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 60_000));
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  if (days > 0) return hours > 0 ? t("time.daysHours", { days, hours }) : t("time.days", { days });
  if (hours > 0)
    return minutes % 60 > 0
      ? t("time.hoursMinutes", { hours, minutes: minutes % 60 })
      : t("time.hours", { hours });
  return t("time.minutes", { minutes });
}
