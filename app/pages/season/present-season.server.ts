import { synopsisExcerpt } from "~/features/catalog/synopsis";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { formatDay } from "~/features/catalog/view/facts";
import { ANIME_TYPES, WEEKDAYS, type Weekday } from "~/features/catalog/vocabulary";
import { parseYoutubeId } from "~/features/catalog/youtube-id";
import type { Premiere, SeasonAnime, SeasonTitles } from "~/features/schedule/load-season.server";
import { broadcastsBetween } from "~/features/schedule/next-broadcast";
import { offsetSeason, seasonStart, type SeasonOfYear } from "~/features/schedule/season";
import {
  DAY_MS,
  daysAfterMonday,
  wallClock,
  wallMidnight,
  wallTime,
} from "~/features/schedule/time-zone";
import type { SeasonSection } from "~/features/schedule/view/season-section";
import type { I18n } from "~/i18n/i18n";
import { toCard, type SeasonItem } from "./arrange-season";

interface PageOptions {
  season: SeasonOfYear;
  zone: string;
  language: TitleLanguage;
  i18n: I18n;
}

/** Characters that fill four lines of a card. */
const EXCERPT_LENGTH = 220;
const MAX_STREAMS = 3;

/** The same for every user of a language and zone, so it is cached. */
export function presentSeason(titles: SeasonTitles, options: PageOptions) {
  const { premieres, continuing, before } = titles;
  const { season, i18n, language } = options;
  const last = offsetSeason(season, -1);
  const counts = countTypes(premieres);
  return {
    items: premieres.map((premiere) =>
      toItem(premiere, options, localSlot(premiere.anime, options)),
    ),
    continuing: continuing.map((title) => animeCard(title, language)),
    comparison: ANIME_TYPES.flatMap((type) => {
      const now = counts.get(type) ?? 0;
      const then = before.find(({ name }) => name === type)?.count ?? 0;
      return now + then === 0 ? [] : [{ type: i18n.label("type", type), now, then }];
    }),
    returning: premieres.filter(({ after }) => after !== null).length,
    fromLastSeason: continuing.filter(
      ({ year, season: name }) => year === last.year && name === last.name,
    ).length,
  };
}
export type SeasonPage = ReturnType<typeof presentSeason>;

function countTypes(premieres: readonly Premiere[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { anime } of premieres) counts.set(anime.type, (counts.get(anime.type) ?? 0) + 1);
  return counts;
}

interface Slot {
  day: Weekday;
  time: string | null;
}

function toItem(
  { anime, after }: Premiere,
  { language, i18n }: Pick<PageOptions, "language" | "i18n">,
  slot: Slot | null,
): SeasonItem {
  return {
    card: animeCard(anime, language),
    after:
      after === null
        ? null
        : i18n.t("sequels.after", { title: displayTitle(after, language).text }),
    hasTrailer: parseYoutubeId(anime.youtube_id) !== null,
    studio: anime.studios[0] ?? null,
    genres: anime.genres,
    synopsis: synopsisExcerpt(anime.synopsis, EXCERPT_LENGTH),
    streams: anime.streams.slice(0, MAX_STREAMS),
    type: anime.type,
    day: slot?.day ?? null,
    time: slot?.time ?? null,
    startsAt: anime.aired_from,
    starts: anime.aired_from === null ? null : formatDay(i18n, anime.aired_from),
    isSequel: after !== null,
  };
}

/**
 * Returns a day and time in the viewer's zone, or the station's day when the time or its zone is
 * unknown.
 */
function localSlot(anime: SeasonAnime, { season, zone }: PageOptions): Slot | null {
  const from = anime.aired_from === null ? seasonStart(season) : new Date(anime.aired_from);
  const [at] = broadcastsBetween(anime, from, new Date(from.getTime() + 8 * DAY_MS));
  if (at !== undefined) {
    const day = WEEKDAYS[daysAfterMonday(wallMidnight(at, zone))];
    return day === undefined ? null : { day, time: wallTime(wallClock(at, zone)) };
  }
  const day = WEEKDAYS.find((name) => name === anime.broadcast_day);
  return day === undefined ? null : { day, time: null };
}

/** Titles in their order, in a section per season. */
export function upcomingSections(
  titles: readonly SeasonAnime[],
  options: Pick<PageOptions, "language" | "i18n">,
): SeasonSection[] {
  const { i18n } = options;
  const sections: SeasonSection[] = [];
  for (const anime of titles) {
    const { year, season } = anime;
    const heading =
      year === null
        ? i18n.t("season.noDate")
        : season === null
          ? String(year)
          : i18n.t("fact.seasonOfYear", { season: i18n.label("season", season), year });
    const id = `${year ?? "later"}-${season ?? ""}`;
    const item = toItem({ anime, after: null }, options, null);
    const card = toCard(item, item.starts);
    const last = sections.at(-1);
    if (last?.id === id) last.items.push(card);
    else sections.push({ id, heading, items: [card] });
  }
  return sections;
}
