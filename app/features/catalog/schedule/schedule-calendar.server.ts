import { shownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import type { Anime } from "~/features/catalog/anime";
import type { Words } from "~/language/words";
import { animePath } from "~/features/catalog/view/anime-path";
import { icalendar } from "./icalendar.server";
import { airingsBetween, daysFromToday } from "./week-schedule";

/** How far ahead the calendar looks. Subscribers ask again long before. */
const DAYS_AHEAD = 28;
const REFRESH_HOURS = 12;
const USUAL_MINUTES = 24;
/** Times are told by their instant in UTC; nothing in a calendar depends on the reader's zone. */
const ZONE = "UTC";

interface Asked {
  now: Date;
  language: TitleLanguage;
  words: Words;
  /** Of the site's own addresses. */
  origin: string;
}

/**
 * The broadcasts of the four weeks from the start of today in UTC, as an iCalendar text. It stays the same for a day, and a broadcast
 * keeps its UID for good, so that subscribers move events rather than add them twice.
 */
export function scheduleCalendar(
  titles: readonly Anime[],
  { now, language, words, origin }: Asked,
): string {
  const { from: today, until } = daysFromToday(ZONE, now, DAYS_AHEAD);
  const airings = airingsBetween(titles, ZONE, today, until);
  return icalendar({
    name: words.t("schedule.calendarName"),
    stamp: today,
    refreshHours: REFRESH_HOURS,
    events: airings.map(({ title, at }) => ({
      uid: `${title.mal_id}-${at.toISOString().slice(0, 10)}@schedule.akari`,
      start: at,
      minutes: minutesOf(title.duration),
      summary: shownTitle(title, language).text,
      description: [
        title.title_japanese,
        title.genres.map((genre) => words.label("genre", genre)).join(", "),
        title.studios.join(", "),
      ]
        .filter(Boolean)
        .join("\n"),
      url: origin + animePath(title),
    })),
  });
}

/** `24 min per ep` or `1 hr 30 min` in minutes; the usual length where nobody knows. */
function minutesOf(duration: string | null): number {
  const hours = Number(/(\d{1,2}) hr/.exec(duration ?? "")?.[1] ?? 0);
  const minutes = Number(/(\d{1,3}) min/.exec(duration ?? "")?.[1] ?? 0);
  return hours * 60 + minutes || USUAL_MINUTES;
}
