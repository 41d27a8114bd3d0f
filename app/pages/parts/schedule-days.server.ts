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
  /** Whether each day shows all of its broadcasts, and not the most popular ones to come. */
  isWhole: boolean;
}

/** How many broadcasts a day shows unfolded, so that a week is a few screens of a phone. */
const MAX_UNFOLDED = 6;

const HOUR_MS = 3_600_000;
const DATE = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DATE = { weekday: "short", day: "numeric", timeZone: "UTC" } as const;
const WEEKDAY_AND_DATE = { weekday: "long", ...DATE } as const;

/** A week of broadcasts as the viewer may watch them, day by day from today. */
export function scheduleDays(
  titles: readonly AiringAnime[],
  { zone, language, now, i18n, delayHours = 0, isWhole }: ScheduleDaysOptions,
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
      airings: foldDay(airings, isWhole ? null : now).map(({ airing, fold }) => ({
        card: animeCard(airing.title, language),
        fold,
        ...broadcastFacts(airing, delayHours),
      })),
    }),
  );
}

/** Folds what is over and what is less popular of a day; nothing without the current time. */
function foldDay(
  airings: readonly Airing<AiringAnime>[],
  now: Date | null,
): { airing: Airing<AiringAnime>; fold: ScheduledCard["fold"] }[] {
  if (now === null) return airings.map((airing) => ({ airing, fold: undefined }));
  const popular = new Set(
    airings
      .filter(({ at }) => at >= now)
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(0, MAX_UNFOLDED),
  );
  return airings.map((airing) => ({
    airing,
    fold: airing.at < now ? "earlier" : popular.has(airing) ? undefined : "others",
  }));
}

function rankOf({ title }: Airing<AiringAnime>): number {
  return title.popularity ?? Number.MAX_SAFE_INTEGER;
}

/** What a page says of a broadcast beside its title. */
export function broadcastFacts(
  { title, at, time }: Airing<AiringAnime>,
  delayHours: number,
): Omit<ScheduledCard, "card"> {
  const broadcastAt = new Date(at.getTime() - delayHours * HOUR_MS);
  return { at: at.toISOString(), time, episode: episodeAt(title, broadcastAt) };
}
