import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import type { Anime } from "~/features/catalog/anime";
import type { I18n } from "~/i18n/i18n";
import { animePath } from "~/features/catalog/view/anime-path";
import { icalendar } from "./icalendar.server";
import { airingsBetween, daysFromToday } from "./week-schedule";

const DAYS_AHEAD = 28;
const REFRESH_HOURS = 12;
const DEFAULT_MINUTES = 24;
/** Independent of the subscriber's zone. */
const TIME_ZONE = "UTC";

interface CalendarOptions {
  now: Date;
  language: TitleLanguage;
  i18n: I18n;
  origin: string;
  /** The settings of the user whose calendar it is. */
  own?: { delayHours: number };
}

/** Four weeks. Stable UIDs, so that subscribers update events. */
export function scheduleCalendar(
  titles: readonly Anime[],
  { now, language, i18n, origin, own }: CalendarOptions,
): string {
  const { from: today, until } = daysFromToday(TIME_ZONE, now, DAYS_AHEAD);
  const airings = airingsBetween(
    titles,
    TIME_ZONE,
    today,
    until,
    (own?.delayHours ?? 0) * 3_600_000,
  );
  return icalendar({
    name: i18n.t(own === undefined ? "schedule.calendarName" : "schedule.ownCalendarName"),
    stamp: today,
    refreshHours: REFRESH_HOURS,
    events: airings.map(({ title, at }) => ({
      uid: `${title.mal_id}-${at.toISOString().slice(0, 10)}@schedule.akari`,
      start: at,
      minutes: durationMinutes(title.duration),
      summary: displayTitle(title, language).text,
      description: [
        title.title_japanese,
        title.genres.map((genre) => i18n.label("genre", genre)).join(", "),
        title.studios.join(", "),
      ]
        .filter(Boolean)
        .join("\n"),
      url: origin + animePath(title),
    })),
  });
}

function durationMinutes(duration: string | null): number {
  const hours = Number(/(\d{1,2}) hr/.exec(duration ?? "")?.[1] ?? 0);
  const minutes = Number(/(\d{1,3}) min/.exec(duration ?? "")?.[1] ?? 0);
  return hours * 60 + minutes || DEFAULT_MINUTES;
}
