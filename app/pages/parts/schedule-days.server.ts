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
  /** Whether the titles are the viewer's, of whose week all is shown unless it is a long page. */
  isOwn: boolean;
}

/** How many broadcasts a day shows unfolded, so that a week is a few screens of a phone. */
const MAX_UNFOLDED = 6;

const DAYS = 7;

const HOUR_MS = 3_600_000;
const DATE = { day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DATE = { weekday: "short", day: "numeric", timeZone: "UTC" } as const;
const WEEKDAY_AND_DATE = { weekday: "long", ...DATE } as const;

/** A week of broadcasts as the viewer may watch them, day by day from today. */
export function scheduleDays(
  titles: readonly AiringAnime[],
  { zone, language, now, i18n, delayHours = 0, isOwn }: ScheduleDaysOptions,
) {
  const week = weekSchedule(titles, zone, now, delayHours * HOUR_MS);
  const toCome = week.flatMap(({ airings }) => airings.filter(({ at }) => at >= now)).length;
  const max = isOwn && toCome <= MAX_UNFOLDED * DAYS ? toCome : MAX_UNFOLDED;
  return week.map(({ date, weekday, airings }, index) => ({
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
    airings: foldDay(airings, now, max).map(({ airing, fold }) => ({
      card: animeCard(airing.title, language),
      fold,
      ...broadcastFacts(airing, delayHours),
    })),
  }));
}

/** Folds what is over of a day, and what is less popular than the first `max` to come. */
function foldDay(
  airings: readonly Airing<AiringAnime>[],
  now: Date,
  max: number,
): { airing: Airing<AiringAnime>; fold: ScheduledCard["fold"] }[] {
  const popular = new Set(
    airings
      .filter(({ at }) => at >= now)
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .slice(0, max),
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
