import { canonicalZone } from "~/features/schedule/time-zone";
import { WEEKDAYS } from "~/features/catalog/vocabulary";
import { normaliseWeekday } from "./normalise-terms";

const SLOT_FIELDS = ["broadcast_day", "broadcast_time", "broadcast_timezone"] as const;
type SlotField = (typeof SLOT_FIELDS)[number];
type BroadcastSlot = Record<SlotField, string | null>;

/** Sources write these where there is no such time. */
const NO_TIME = /^(?:unknown|none|n\/a|null|tba|tbd|-+|\?+|not scheduled.*)$/i;
const CLOCK_TIME = /^(\d{1,2}):(\d{2})(?::[0-5]\d)?(?:\s*\(?JST\)?)?$/i;

/** Hours of a day in Japan's schedules go on after midnight, at most through the next day. */
const MAX_HOURS = 47;

/**
 * Reads a weekly slot. `Saturdays 25:30` is Sunday 01:30, since times are `HH:MM`. A field that
 * cannot be read is null and named in `unreadable`.
 */
export function readBroadcastSlot(given: BroadcastSlot): {
  slot: BroadcastSlot;
  unreadable: SlotField[];
} {
  const day = readUnlessAbsent(given.broadcast_day, normaliseWeekday);
  const time = readUnlessAbsent(given.broadcast_time, readClockTime);
  const zone = readUnlessAbsent(given.broadcast_timezone, readZone);
  const weekday = WEEKDAYS.findIndex((name) => name === day);
  return {
    slot: {
      broadcast_day:
        weekday === -1
          ? null
          : (WEEKDAYS[(weekday + (time?.daysLater ?? 0)) % WEEKDAYS.length] ?? null),
      broadcast_time: time?.clock ?? null,
      broadcast_timezone: zone ?? null,
    },
    unreadable: SLOT_FIELDS.filter((_, index) => [day, time, zone][index] === undefined),
  };
}

function readUnlessAbsent<T>(
  text: string | null,
  read: (text: string) => T | null,
): T | null | undefined {
  if (text === null || NO_TIME.test(text)) return null;
  return read(text) ?? undefined;
}

function readClockTime(text: string): { clock: string; daysLater: number } | null {
  const [, hours, minutes] = CLOCK_TIME.exec(text.normalize("NFKC").trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  if (Number(hours) > MAX_HOURS || Number(minutes) > 59) return null;
  const clock = `${String(Number(hours) % 24).padStart(2, "0")}:${minutes}`;
  return { clock, daysLater: Number(hours) >= 24 ? 1 : 0 };
}

function readZone(text: string): string | null {
  if (text.toUpperCase() === "JST") return "Asia/Tokyo";
  return canonicalZone(text) === null ? null : text;
}
