import type { Anime } from "~/features/catalog/anime";
import { canonicalZone } from "~/features/catalog/schedule/time-zone";
import { weekSchedule } from "~/features/catalog/schedule/week-schedule";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { Words } from "~/language/words";
import type { ScheduledCard } from "./schedule-day";

/** The zone that the page is in when nobody has said one: the stations' own. */
const STATION_ZONE = "Asia/Tokyo";

/** The zones that the page's form offers besides the current one, one for each usual time of day. */
const OFFERED_ZONES = [
  "Asia/Tokyo",
  "UTC",
  "Pacific/Honolulu",
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "Europe/Istanbul",
  "Africa/Lagos",
  "Africa/Johannesburg",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Jakarta",
  "Asia/Manila",
  "Asia/Shanghai",
  "Asia/Seoul",
  "Australia/Sydney",
  "Pacific/Auckland",
] as const;

/** How a zone came to be: asked for in the address, remembered from the visitor's own clock, or neither. */
export interface PageZone {
  name: string;
  origin: "asked" | "own" | "station";
}

/** The zone of the page: a valid one from the address first, then a valid one that the visitor's browser told before. */
export function pageZone(asked: string | null, own: string | null): PageZone {
  const fromAddress = asked === null ? null : canonicalZone(asked);
  if (fromAddress !== null) return { name: fromAddress, origin: "asked" };
  const fromBrowser = own === null ? null : canonicalZone(own);
  return fromBrowser === null
    ? { name: STATION_ZONE, origin: "station" }
    : { name: fromBrowser, origin: "own" };
}

/** The choices of the form: `[zone, words]`, the current one among them. */
export function zoneChoices(words: Words, current: string): [string, string][] {
  const zones = OFFERED_ZONES.includes(current as (typeof OFFERED_ZONES)[number])
    ? [...OFFERED_ZONES]
    : [current, ...OFFERED_ZONES];
  return zones.map((zone) => [zone, zoneInWords(words, zone)]);
}

/** `America/New_York` as `New York`, and the stations' zone as what it is. */
export function zoneInWords({ label }: Words, zone: string): string {
  const known = label("zone", zone);
  return known !== zone ? known : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

interface Asked {
  zone: string;
  language: TitleLanguage;
  now: Date;
  words: Words;
}

const DATE = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const WEEKDAY_AND_DATE = { weekday: "long", ...DATE } as const;

/** The week from today as its page shows it. */
export function schedulePage(titles: readonly Anime[], { zone, language, now, words }: Asked) {
  return weekSchedule(titles, zone, now).map(({ date, weekday, airings }, index) => ({
    date,
    heading:
      index === 0
        ? words.t("schedule.today")
        : index === 1
          ? words.t("schedule.tomorrow")
          : words.label("weekday", weekday),
    subheading: words.date(date, index < 2 ? WEEKDAY_AND_DATE : DATE),
    airings: airings.map(({ title, at, time }): ScheduledCard => ({
      card: animeCard(title, language),
      at: at.toISOString(),
      time,
    })),
  }));
}
