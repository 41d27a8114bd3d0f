import { CLIP_TYPES } from "~/features/listing/clips";
import { normaliseName } from "~/features/catalog/term-key";
import { ANIME_TYPES, SERIES_TYPES, WEEKDAYS, type Weekday } from "~/features/catalog/vocabulary";
import type { SeasonCard } from "~/features/schedule/view/season-card";
import type { SeasonSection } from "~/features/schedule/view/season-section";
import type { I18n } from "~/i18n/i18n";
import { defaultOrder, UNKNOWN_DAY, type SeasonChoices } from "./season-choices";

/** A premiere with what it is filtered, sorted and grouped by. */
export interface SeasonItem extends Omit<SeasonCard, "note"> {
  type: string | null;
  /** Day of the broadcast in the viewer's zone. */
  day: Weekday | null;
  time: string | null;
  /** Time of the start in ISO 8601. */
  startsAt: string | null;
  /** Day of the start in words. */
  starts: string | null;
  isSequel: boolean;
}

const SERIES: ReadonlySet<string | null> = new Set(SERIES_TYPES);

const CLIPS: ReadonlySet<string | null> = new Set(CLIP_TYPES);

const MAX_OF_UNKNOWN_DAY = 6;

const isClip = ({ type }: SeasonItem) => CLIPS.has(type);

interface ArrangeOptions {
  i18n: I18n;
  isOwn: (id: number) => boolean;
}

/** Puts the premieres that `choices` leave into sections. */
export function arrangeSeason(
  items: readonly SeasonItem[],
  choices: SeasonChoices,
  { i18n, isOwn }: ArrangeOptions,
) {
  const shown = items.filter(
    (item) => isClip(item) === (choices.show === "clips") && isShown(item, choices, isOwn),
  );
  const wanted = choices.genre === null ? null : normaliseName(choices.genre);
  const ofGenre =
    wanted === null
      ? shown
      : shown.filter(({ genres }) => genres.some((name) => normaliseName(name) === wanted));
  const sorted = ofGenre.toSorted(compareBy(choices, i18n));
  return {
    total: sorted.length,
    clips: items.filter(isClip).length,
    genres: countGenres(shown),
    sections: toSections(sorted, choices, i18n),
  };
}

function toSections(
  items: readonly SeasonItem[],
  { group }: SeasonChoices,
  i18n: I18n,
): SeasonSection[] {
  switch (group) {
    case "all":
      return items.length === 0
        ? []
        : [
            {
              id: "all",
              heading: i18n.t("season.all"),
              items: items.map((item) => toCard(item, item.starts)),
            },
          ];
    case "type":
      return sectionsByType(items, i18n);
    case "day": {
      const days = sectionsByDay(
        items.filter(({ type }) => SERIES.has(type)),
        i18n,
      );
      const types = sectionsByType(
        items.filter(({ type }) => !SERIES.has(type)),
        i18n,
      );
      const isUnknown = ({ id }: SeasonSection) => id === UNKNOWN_DAY;
      return [...days.filter((day) => !isUnknown(day)), ...types, ...days.filter(isUnknown)];
    }
  }
}

function isShown(
  { isSequel, card }: SeasonItem,
  { show }: SeasonChoices,
  isOwn: (id: number) => boolean,
): boolean {
  switch (show) {
    case "new":
      return !isSequel;
    case "sequels":
      return isSequel;
    case "mine":
      return isOwn(card.id);
    case "others":
      return !isOwn(card.id);
    case "clips":
    case null:
      return true;
  }
}

/** Stable, so that what is equal stays in the order of popularity. */
function compareBy(
  { order, group }: SeasonChoices,
  { locale }: I18n,
): (one: SeasonItem, other: SeasonItem) => number {
  switch (order) {
    case "popularity":
      return () => 0;
    case "score":
      return (one, other) => (other.card.score ?? -1) - (one.card.score ?? -1);
    case "title": {
      const { compare } = new Intl.Collator(locale);
      return (one, other) => compare(one.card.title.text, other.card.title.text);
    }
    case "start": {
      const LAST = "\uffff";
      const startOf = ({ type, time, startsAt }: SeasonItem) =>
        (group === "day" && SERIES.has(type) ? time : startsAt) ?? LAST;
      return (one, other) => {
        const [start, otherStart] = [startOf(one), startOf(other)];
        return start < otherStart ? -1 : Number(start > otherStart);
      };
    }
  }
}

function countGenres(items: readonly SeasonItem[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const name of items.flatMap(({ genres }) => genres))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

function sectionsByDay(items: readonly SeasonItem[], i18n: I18n): SeasonSection[] {
  return [...WEEKDAYS, null].flatMap((day) => {
    const ofDay = items.filter((item) => item.day === day);
    if (ofDay.length === 0) return [];
    return {
      id: day ?? UNKNOWN_DAY,
      heading: day === null ? i18n.t("season.dayUnknown") : i18n.label("weekday", day),
      items: ofDay.map((item) => toCard(item, item.time)),
    };
  });
}

function sectionsByType(items: readonly SeasonItem[], i18n: I18n): SeasonSection[] {
  return [...ANIME_TYPES, null].flatMap((type) => {
    const ofType = items.filter((item) => item.type === type);
    if (ofType.length === 0) return [];
    return {
      id: type?.replaceAll(" ", "-") ?? "other",
      heading: type === null ? i18n.t("season.typeUnknown") : i18n.label("type", type),
      type: type ?? undefined,
      items: ofType.map((item) => toCard(item, item.starts)),
    };
  });
}

/** What a page shows of an item. */
export function toCard(
  { card, after, hasTrailer, studio, genres, synopsis, streams }: SeasonItem,
  note: string | null,
): SeasonCard {
  return { card, note, after, hasTrailer, studio, genres, synopsis, streams };
}

/**
 * Sorts titles on the user's list first, unless an order was chosen; a section beyond `limit` is
 * cut, and tells how many it has.
 */
export function cutSections(
  sections: readonly SeasonSection[],
  isOwn: (id: number) => boolean,
  limit = Infinity,
  choices?: SeasonChoices,
): (SeasonSection & { total: number })[] {
  const hasOrder = choices !== undefined && choices.order !== defaultOrder(choices.group);
  return sections.map((section) => ({
    ...section,
    items: (hasOrder ? section.items : ownFirst(section.items, ({ card }) => isOwn(card.id))).slice(
      0,
      section.id === UNKNOWN_DAY && choices?.show === null ? MAX_OF_UNKNOWN_DAY : limit,
    ),
    total: section.items.length,
  }));
}

export function ownFirst<Item>(items: readonly Item[], isOwn: (item: Item) => boolean): Item[] {
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))];
}
