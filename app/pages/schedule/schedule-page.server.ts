import { episodeAt } from "~/features/schedule/episode-number";
import type { AiringAnime } from "~/features/schedule/list-airing.server";
import { canonicalZone } from "~/features/schedule/time-zone";
import { weekSchedule } from "~/features/schedule/week-schedule";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { I18n } from "~/i18n/i18n";
import type { ScheduledCard } from "~/features/schedule/view/schedule-day";

const STATION_ZONE = "Asia/Tokyo";

/** One per common UTC offset. */
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

export interface PageZone {
  name: string;
  origin: "url" | "browser" | "station";
}

export function pageZone(requested: string | null, browser: string | null): PageZone {
  const fromUrl = requested === null ? null : canonicalZone(requested);
  if (fromUrl !== null) return { name: fromUrl, origin: "url" };
  const fromBrowser = browser === null ? null : canonicalZone(browser);
  return fromBrowser === null
    ? { name: STATION_ZONE, origin: "station" }
    : { name: fromBrowser, origin: "browser" };
}

export function zoneChoices(i18n: I18n, current: string): [string, string][] {
  const zones = OFFERED_ZONES.includes(current as (typeof OFFERED_ZONES)[number])
    ? [...OFFERED_ZONES]
    : [current, ...OFFERED_ZONES];
  return zones.map((zone) => [zone, formatZone(i18n, zone)]);
}

export function formatZone({ label }: I18n, zone: string): string {
  const translated = label("zone", zone);
  return translated !== zone ? translated : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

interface SchedulePageOptions {
  zone: string;
  language: TitleLanguage;
  now: Date;
  i18n: I18n;
  /** The hours from a broadcast until the user can watch it. */
  delayHours?: number;
}

const HOUR_MS = 3_600_000;
const DATE = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DATE = { weekday: "short", day: "numeric", timeZone: "UTC" } as const;
const WEEKDAY_AND_DATE = { weekday: "long", ...DATE } as const;

export function schedulePage(
  titles: readonly AiringAnime[],
  { zone, language, now, i18n, delayHours = 0 }: SchedulePageOptions,
) {
  return weekSchedule(titles, zone, now, delayHours * HOUR_MS).map(
    ({ date, weekday, airings }, index) => ({
      date,
      heading:
        index === 0
          ? i18n.t("schedule.today")
          : index === 1
            ? i18n.t("schedule.tomorrow")
            : i18n.label("weekday", weekday),
      tab: index === 0 ? i18n.t("schedule.today") : i18n.formatDate(date, SHORT_DATE),
      count: airings.length,
      subheading: i18n.formatDate(date, index < 2 ? WEEKDAY_AND_DATE : DATE),
      airings: airings.map(({ title, at, time }): ScheduledCard => ({
        card: animeCard(title, language),
        at: at.toISOString(),
        time,
        episode: episodeAt(title, new Date(at.getTime() - delayHours * HOUR_MS)),
      })),
    }),
  );
}
