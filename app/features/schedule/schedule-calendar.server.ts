import { titleFacts } from "~/features/catalog/title-facts";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import type { I18n } from "~/i18n/i18n";
import { animePath } from "~/features/catalog/view/anime-path";
import { icalendar } from "./icalendar.server";
import type { AiringAnime } from "./list-airing.server";
import { broadcastWeek } from "./next-broadcast";
import { DAY_MS } from "./time-zone";
import { airingsBetween } from "./week-schedule";

const DAYS = 28;
const REFRESH_HOURS = 12;
const DEFAULT_MINUTES = 24;
/** The zone of all events, whatever the subscriber's is. */
const TIME_ZONE = "UTC";

interface CalendarOptions {
  now: Date;
  language: TitleLanguage;
  i18n: I18n;
  origin: string;
  /** The settings of the user whose calendar it is. */
  own?: { delayHours: number; changedAt: Date };
}

/**
 * Four weeks from a day ago on, so that a subscriber who reads seldom has what began. An airing
 * has the same UID in every calendar, whenever it is and however late its user watches, so that
 * subscribers move it (RFC 5545 section 3.8.4.7, RFC 7986 section 5.3).
 */
export function scheduleCalendar(
  titles: readonly AiringAnime[],
  { now, language, i18n, origin, own }: CalendarOptions,
): string {
  const from = new Date(now.getTime() - DAY_MS);
  const until = new Date(from.getTime() + DAYS * DAY_MS);
  const delayMs = (own?.delayHours ?? 0) * 3_600_000;
  const airings = airingsBetween(titles, TIME_ZONE, from, until, delayMs);
  return icalendar({
    name: i18n.t(own === undefined ? "schedule.calendarName" : "schedule.ownCalendarName"),
    refreshHours: REFRESH_HOURS,
    events: airings.map(({ title, at }) => ({
      uid: `${title.mal_id}-${broadcastWeek(title, new Date(at.getTime() - delayMs))}@schedule.akari`,
      changedAt: new Date(Math.max(Date.parse(title.changed_at), own?.changedAt.getTime() ?? 0)),
      start: at,
      minutes: durationMinutes(title.duration),
      summary: displayTitle(title, language).text,
      description: titleFacts(title, i18n),
      url: origin + animePath(title),
    })),
  });
}

function durationMinutes(duration: string | null): number {
  const hours = Number(/(\d{1,2}) hr/.exec(duration ?? "")?.[1] ?? 0);
  const minutes = Number(/(\d{1,3}) min/.exec(duration ?? "")?.[1] ?? 0);
  return hours * 60 + minutes || DEFAULT_MINUTES;
}
