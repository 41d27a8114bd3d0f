/** A date as `2024-05-17`, `2024-05` or `2024`. Earlier ones sort first as text. */
export type PartialDate = string;

const PARTIAL_DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const MIN_YEAR = 1900;

/** Returns null unless the year, month and day exist, from 1900 on. */
export function parsePartialDate(text: string): PartialDate | null {
  const match = PARTIAL_DATE.exec(text.trim());
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= MIN_YEAR && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? match[0]
    : null;
}

/** A month is not after a day within it. */
export function isAfter(one: PartialDate, other: PartialDate): boolean {
  const precision = Math.min(one.length, other.length);
  return one.slice(0, precision) > other.slice(0, precision);
}
