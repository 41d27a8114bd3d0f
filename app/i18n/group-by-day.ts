import type { I18n } from "./i18n";

export interface DayGroup<Item> {
  /** YYYY-MM-DD in the user's time zone. */
  date: string;
  heading: string;
  items: Item[];
}

const DAY_MS = 86_400_000;
const DATE_LENGTH = "2024-05-17".length;

/**
 * Keeps the order of the items. `timeOf` returns an instant, or a date alone, which is the same day
 * in every zone. `toItem` gets the instant's time, `21:04`; null for a date.
 */
export function groupByDay<Source, Item>(
  sources: readonly Source[],
  timeOf: (source: Source) => string,
  toItem: (source: Source, time: string | null) => Item,
  { zone, now, i18n }: { zone: string; now: Date; i18n: I18n },
): DayGroup<Item>[] {
  const dates = isoDates(zone);
  const clock = { timeZone: zone, hour: "2-digit", minute: "2-digit" } as const;
  const today = dates.format(now);
  const days = new Map<string, DayGroup<Item>>();
  for (const source of sources) {
    const text = timeOf(source);
    const moment = text.length === DATE_LENGTH ? null : new Date(text);
    const date = moment === null ? text : dates.format(moment);
    const day = days.get(date) ?? { date, heading: formatHeading(i18n, date, today), items: [] };
    day.items.push(toItem(source, moment === null ? null : i18n.formatDate(moment, clock)));
    days.set(date, day);
  }
  return [...days.values()];
}

let latest: { zone: string; dates: Intl.DateTimeFormat } | null = null;

/** Swedish dates are ISO dates. The latest is kept: making one takes a fifth of a millisecond. */
function isoDates(zone: string): Intl.DateTimeFormat {
  if (latest?.zone !== zone)
    latest = {
      zone,
      dates: new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }),
    };
  return latest.dates;
}

/** Compares dates, since days with a clock change are not 24 hours long. */
function formatHeading({ t, formatDate }: I18n, date: string, today: string): string {
  const age = (Date.parse(today) - Date.parse(date)) / DAY_MS;
  if (age === 0) return t("history.today");
  if (age === 1) return t("history.yesterday");
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  return formatDate(date, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
    timeZone: "UTC",
  });
}
