import type { PlainKey } from "~/i18n/message-types";

/**
 * The rails in their default order. A rail joins Home by an entry here and its name below; the
 * compiler then asks `app/pages/home` how it is loaded, presented and shown.
 */
export const HOME_RAILS = [
  "getStarted",
  "upNext",
  "airingOnList",
  "newMatches",
  "featured",
  "missedSequels",
  "suggestions",
  "newlyAdded",
  "season",
  "airingToday",
  "topRated",
  "popular",
  "genreRails",
  "genreIndex",
] as const;
export type HomeRail = (typeof HOME_RAILS)[number];

export const RAIL_NAMES: Readonly<Record<HomeRail, PlainKey>> = {
  getStarted: "home.getStarted",
  upNext: "watch.continue",
  airingOnList: "home.airingOfMine",
  newMatches: "searches.freshHeading",
  featured: "home.featured",
  missedSequels: "sequels.heading",
  suggestions: "discover.heading",
  newlyAdded: "home.newlyAdded",
  season: "home.thisSeason",
  airingToday: "home.airingToday",
  topRated: "home.topRated",
  popular: "home.popular",
  genreRails: "home.genreRails",
  genreIndex: "home.byGenre",
};

const SEARCH_PREFIX = "search:";
/** A pinned search, by its id. */
export type SearchRail = `${typeof SEARCH_PREFIX}${string}`;
export type RailId = HomeRail | SearchRail;

/** New pinned searches come before this rail. */
const SEARCHES_BEFORE: HomeRail = "missedSequels";

export const RAIL_ID = /^(?:[a-zA-Z]{1,32}|search:[0-9a-f-]{36})$/;
/**
 * The limit exceeds the rails and the pinned searches, since a layout may name rails that are gone.
 */
export const MAX_LAYOUT_RAILS = 100;

/**
 * A layout is stored as it was saved: rails that no longer exist have no effect, new ones are
 * absent.
 */
export interface HomeLayout {
  order: readonly string[];
  hidden: readonly string[];
}

export const DEFAULT_LAYOUT: HomeLayout = { order: [], hidden: [] };

interface ArrangedRail {
  id: RailId;
  shown: boolean;
}

export function searchRail(id: string): SearchRail {
  return `${SEARCH_PREFIX}${id}`;
}

/** The saved search's id; null for the site's own rails. */
export function searchOfRail(rail: RailId): string | null {
  return rail.startsWith(SEARCH_PREFIX) ? rail.slice(SEARCH_PREFIX.length) : null;
}

export function isHomeRail(id: RailId): id is HomeRail {
  return HOME_RAILS.some((rail) => rail === id);
}

/** Every rail once. One that the layout does not name follows its default predecessor. */
export function arrangeRails(
  { order, hidden }: HomeLayout,
  pinned: readonly string[] = [],
): ArrangedRail[] {
  const byDefault = HOME_RAILS.flatMap((rail): RailId[] =>
    rail === SEARCHES_BEFORE ? [...pinned.map(searchRail), rail] : [rail],
  );
  const arranged = [...new Set(order)].filter((id): id is RailId =>
    byDefault.some((rail) => rail === id),
  );
  for (const [index, rail] of byDefault.entries()) {
    if (arranged.includes(rail)) continue;
    const before = byDefault[index - 1];
    arranged.splice(before === undefined ? 0 : arranged.indexOf(before) + 1, 0, rail);
  }
  return arranged.map((id) => ({ id, shown: !hidden.includes(id) }));
}

/** One place up or down; at the end it stays. */
export function moveRail<Id extends string>(order: readonly Id[], id: string, step: -1 | 1): Id[] {
  const from = order.findIndex((rail) => rail === id);
  const to = from + step;
  const moved = order[from];
  const other = order[to];
  if (from < 0 || moved === undefined || other === undefined) return [...order];
  return order.map((rail, index) => (index === from ? other : index === to ? moved : rail));
}
