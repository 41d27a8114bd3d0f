import { episodeAt } from "~/features/schedule/episode-number";
import type { AiringAnime } from "~/features/schedule/list-airing.server";
import { weekSchedule, type Airing } from "~/features/schedule/week-schedule";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { I18n } from "~/i18n/i18n";
import type { ScheduledCard } from "~/features/schedule/view/airing-list";

interface ScheduleDaysOptions {
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

/** A week of broadcasts as the viewer may watch them, day by day from today. */
export function scheduleDays(
  titles: readonly AiringAnime[],
  { zone, language, now, i18n, delayHours = 0 }: ScheduleDaysOptions,
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
      airings: airings.map((airing) => ({
        card: animeCard(airing.title, language),
        ...broadcastFacts(airing, delayHours),
      })),
    }),
  );
}

/** What a page says of a broadcast beside its title. */
export function broadcastFacts(
  { title, at, time }: Airing<AiringAnime>,
  delayHours: number,
): Omit<ScheduledCard, "card"> {
  const broadcastAt = new Date(at.getTime() - delayHours * HOUR_MS);
  return { at: at.toISOString(), time, episode: episodeAt(title, broadcastAt) };
}
