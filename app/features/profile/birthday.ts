/** A date, or the date of a timestamp. */
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Returns `YYYY-MM-DD`, or null for an invalid date or one after `today` (UTC). */
export function parseBirthday(text: string, today = new Date()): string | null {
  const match = ISO_DATE.exec(text.trim());
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // PostgreSQL has no year 0.
  if (year === 0) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (
    date.getUTCFullYear() !== year ||
    date.getUTCMonth() !== month - 1 ||
    date.getUTCDate() !== day
  )
    return null;
  if (date.getTime() > today.getTime()) return null;
  return `${match[1]}-${match[2]}-${match[3]}`;
}
