export const DAY_MS = 86_400_000;
/** A bound above the number of zones, since formatters are expensive. */
const MAX_ZONES = 700;
const formatters = new Map<string, Intl.DateTimeFormat>();
const canonicalNames = new Map<string, string>();
const FIELDS = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Turns `asia/tokyo` into `Asia/Tokyo`; null if invalid. */
export function canonicalZone(zone: string): string | null {
  try {
    return memoize(
      canonicalNames,
      zone,
      () => new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone,
    );
  } catch {
    return null;
  }
}

/**
 * Milliseconds whose UTC getters of `Date` give the zone's wall clock. Throws RangeError for an
 * invalid zone.
 */
export function wallClock(instant: Date, zone: string): number {
  const parts = formatterOf(zone).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
}

/** RFC 5545 section 3.3.5 for skipped and repeated times. */
export function instantOf(wall: number, zone: string): number {
  const offsetAround = (days: number): number => {
    const near = wall + days * DAY_MS;
    return wallClock(new Date(near), zone) - near;
  };
  const before = wall - offsetAround(-1);
  const after = wall - offsetAround(1);
  if (before === after || wallClock(new Date(before), zone) === wall) return before;
  return wallClock(new Date(after), zone) === wall ? after : before;
}

/** Returns a midnight on the scale of `wallClock`. */
export function wallMidnight(instant: Date, zone: string, days = 0): number {
  return (Math.floor(wallClock(instant, zone) / DAY_MS) + days) * DAY_MS;
}

export function daysAfterMonday(midnight: number): number {
  // 1 January 1970 was a Thursday.
  return (((midnight / DAY_MS + 3) % 7) + 7) % 7;
}

export function wallDate(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

export function wallTime(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  return memoize(
    formatters,
    zone,
    () => new Intl.DateTimeFormat("en", { timeZone: zone, hourCycle: "h23", ...FIELDS }),
  );
}

/** Caches results but no errors, so that invalid names take no memory. */
function memoize<T>(values: Map<string, T>, zone: string, create: () => T): T {
  const cached = values.get(zone);
  if (cached !== undefined) return cached;
  const created = create();
  if (values.size >= MAX_ZONES) values.clear();
  values.set(zone, created);
  return created;
}
