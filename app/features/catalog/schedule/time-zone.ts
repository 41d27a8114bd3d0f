/** The length of a day of the wall clock, in milliseconds. */
export const DAY_MS = 86_400_000;
/** There are some six hundred names of zones; what is costly to make for each is kept. */
const MOST_ZONES = 700;
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

/** The canonical name of an IANA time zone (`asia/tokyo` gives `Asia/Tokyo`), or null where there is no such zone. */
export function canonicalZone(zone: string): string | null {
  try {
    return kept(
      canonicalNames,
      zone,
      () => new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone,
    );
  } catch {
    return null;
  }
}

/**
 * What the clocks of a zone show at an instant, as milliseconds of a calendar without zones: read its fields with the UTC getters of Date.
 * Throws RangeError for an unknown zone.
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

/**
 * The instant, in milliseconds, at which the clocks of a zone show `wall`. An hour that the clocks skip is read with the offset before the
 * change, and of an hour that they show twice it is the first, as RFC 5545 section 3.3.5 has it.
 */
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

/** The start of the day that the zone's calendar shows, on the scale of `wallClock`, moved by whole days. */
export function wallMidnight(instant: Date, zone: string, days = 0): number {
  return (Math.floor(wallClock(instant, zone) / DAY_MS) + days) * DAY_MS;
}

/** Which day of the week a midnight of the wall clock begins, in days after Monday. */
export function daysAfterMonday(midnight: number): number {
  // The first of January 1970 was a Thursday.
  return (((midnight / DAY_MS + 3) % 7) + 7) % 7;
}

/** The date of a wall clock as `2026-11-20`. */
export function wallDate(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The time of a wall clock as `23:15`. */
export function wallTime(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  return kept(
    formatters,
    zone,
    () => new Intl.DateTimeFormat("en", { timeZone: zone, hourCycle: "h23", ...FIELDS }),
  );
}

/** What was made for a zone before, or is made now. What throws is not kept, so names that are none take no room. */
function kept<T>(values: Map<string, T>, zone: string, make: () => T): T {
  const known = values.get(zone);
  if (known !== undefined) return known;
  const made = make();
  if (values.size >= MOST_ZONES) values.clear();
  values.set(zone, made);
  return made;
}
