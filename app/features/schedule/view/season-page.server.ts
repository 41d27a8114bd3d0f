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
import type { I18n } from "~/i18n/i18n";
import type { SeasonCard, SeasonSection } from "./season-section";

export const SEASON_GROUPS = ["day", "type"] as const;
export type SeasonGroup = (typeof SEASON_GROUPS)[number];

interface PageOptions {
  season: SeasonOfYear;
  group: SeasonGroup;
  zone: string;
  language: TitleLanguage;
  i18n: I18n;
}

/** What is broadcast weekly. */
const SERIES = new Set<string | null>(["TV", "ONA"]);

/** The same for every user of a language and zone, so it is cached. */
export function seasonPage(titles: SeasonTitles, options: PageOptions) {
  const { premieres, continuing, before } = titles;
  const { season, i18n, language, group } = options;
  const last = offsetSeason(season, -1);
  const counts = countTypes(premieres);
  const returning = premieres.filter(({ after }) => after !== null);
  return {
    sections:
      group === "day" ? sectionsByDay(premieres, options) : sectionsByType(premieres, options),
    continuing: continuing.map((title) => animeCard(title, language)),
    total: premieres.length,
    comparison: ANIME_TYPES.flatMap((type) => {
      const now = counts.get(type) ?? 0;
      const then = before.find(({ name }) => name === type)?.count ?? 0;
      return now + then === 0 ? [] : [{ type: i18n.label("type", type), now, then }];
    }),
    returning: returning.length,
    fromLastSeason: continuing.filter(
      ({ year, season: name }) => year === last.year && name === last.name,
    ).length,
  };
}
export type SeasonPage = ReturnType<typeof seasonPage>;

function countTypes(premieres: readonly Premiere[]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { anime } of premieres) counts.set(anime.type, (counts.get(anime.type) ?? 0) + 1);
  return counts;
}

function sectionsByDay(premieres: readonly Premiere[], options: PageOptions): SeasonSection[] {
  const { i18n } = options;
  const days = new Map<Weekday | null, { item: SeasonCard; time: string | null }[]>();
  for (const premiere of premieres.filter(({ anime }) => SERIES.has(anime.type))) {
    const slot = localSlot(premiere.anime, options);
    const day = days.get(slot?.day ?? null) ?? [];
    days.set(slot?.day ?? null, day);
    day.push({
      item: toCard(premiere, options, slot?.time ?? null),
      time: slot?.time ?? null,
    });
  }
  const weekdays = WEEKDAYS.flatMap((day): SeasonSection[] => {
    const items = (days.get(day) ?? []).toSorted((one, other) =>
      (one.time ?? "99").localeCompare(other.time ?? "99"),
    );
    return items.length === 0
      ? []
      : [{ id: day, heading: i18n.label("weekday", day), items: items.map(({ item }) => item) }];
  });
  const unknown = days.get(null) ?? [];
  return [
    ...weekdays,
    ...(unknown.length === 0
      ? []
      : [
          {
            id: "unknown",
            heading: i18n.t("season.dayUnknown"),
            items: unknown.map(({ item }) => item),
          },
        ]),
    ...sectionsByType(
      premieres.filter(({ anime }) => !SERIES.has(anime.type)),
      options,
    ),
  ];
}

function sectionsByType(premieres: readonly Premiere[], options: PageOptions): SeasonSection[] {
  const { i18n } = options;
  return [...ANIME_TYPES, null].flatMap((type) => {
    const items = premieres.filter(({ anime }) => anime.type === type);
    return items.length === 0
      ? []
      : [
          {
            id: type ?? "other",
            heading: type === null ? i18n.t("season.typeUnknown") : i18n.label("type", type),
            type: type ?? undefined,
            items: items.map((premiere) =>
              toCard(
                premiere,
                options,
                premiere.anime.aired_from === null
                  ? null
                  : formatDay(i18n, premiere.anime.aired_from),
              ),
            ),
          },
        ];
  });
}

function toCard(
  { anime, after }: Premiere,
  { language, i18n }: Pick<PageOptions, "language" | "i18n">,
  note: string | null,
): SeasonCard {
  const card = animeCard(anime, language);
  return {
    card,
    note,
    after:
      after === null
        ? null
        : i18n.t("sequels.after", { title: displayTitle(after, language).text }),
    hasTrailer: parseYoutubeId(anime.youtube_id) !== null,
  };
}

/** In the viewer's zone; in the station's day when the time or its zone is unknown. */
function localSlot(
  anime: SeasonAnime,
  { season, zone }: PageOptions,
): { day: Weekday; time: string | null } | null {
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
    const day = anime.aired_from === null ? null : formatDay(i18n, anime.aired_from);
    const item = toCard({ anime, after: null }, options, day);
    const last = sections.at(-1);
    if (last?.id === id) last.items.push(item);
    else sections.push({ id, heading, items: [item] });
  }
  return sections;
}

/** Titles on the user's list first; a section beyond `limit` is cut, and tells how many it has. */
export function ownFirst(
  sections: readonly SeasonSection[],
  isOwn: (id: number) => boolean,
  limit = Infinity,
): (SeasonSection & { total: number })[] {
  return sections.map((section) => {
    const own = section.items.filter(({ card }) => isOwn(card.id));
    const others = section.items.filter(({ card }) => !isOwn(card.id));
    return {
      ...section,
      items: [...own, ...others].slice(0, limit),
      total: section.items.length,
    };
  });
}
