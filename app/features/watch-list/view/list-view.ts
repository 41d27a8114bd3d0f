import { href } from "react-router";
import { LIST_LAYOUTS, type ListLayout } from "~/features/catalog/list-layout";
import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { ENTRY_TABS, type EntryTab } from "~/features/watch-list/entry-tabs";
import {
  activeFilters,
  NO_FILTERS,
  printFilters,
  type FilterValues,
} from "~/features/listing/filters/filters";
import { withQuery } from "~/ui/with-query";

/** Form value of entries without a state. */
export const NO_STATE = "none";
/** Bulk form value that chooses all titles of the view. */
export const ALL = "all";
/** Bulk form value that removes titles from the list. */
export const REMOVE = "remove";
/** Bulk form value that leaves a field unchanged. */
export const LEAVE = "";
/** Bulk form value that removes scores. */
export const NO_SCORE = "none";

export const LIST_ORDERS = [
  "change",
  "title",
  "own_score",
  "score",
  "progress",
  "airing",
  "playable",
  "priority",
  "added",
  "year",
] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export interface ListView {
  tab: EntryTab;
  order: ListOrder;
  /** The layout of the URL, or null for the user's choice. */
  layout: ListLayout | null;
  search: string;
  tags: readonly string[];
  /** Entries with an own score of 0 to 100, both ends included. */
  ownScore: readonly [min: number, max: number] | null;
  /** Browse's filters, without its search and what it hides of the list. */
  filters: FilterValues;
  isOpen: boolean;
  page: number;
}

export const MAX_SEARCH_LENGTH = 100;
const MAX_TAGS = 20;
const MAX_SCORE = 100;
const DEFAULT_TAB: EntryTab = "watching";

/** Programs and old bookmarks name a tab by its collection type. */
const TABS_OF_TYPES: Record<CollectionType, EntryTab> = {
  Watching: "watching",
  "To Watch": "planned",
  Completed: "completed",
  Collection: "collection",
};

/** Invalid parameters fall back to their defaults. */
export function readListView(
  parameters: URLSearchParams,
  filters: FilterValues = NO_FILTERS,
): ListView {
  const page = parameters.get("page") ?? "";
  const state = parameters.get("state");
  const type = parseCollectionType(parameters.get("type") ?? "");
  return {
    tab:
      ENTRY_TABS.find((tab) => tab === state) ??
      (type === null ? DEFAULT_TAB : TABS_OF_TYPES[type]),
    order: LIST_ORDERS.find((order) => order === parameters.get("sort")) ?? "change",
    layout: LIST_LAYOUTS.find((layout) => layout === parameters.get("view")) ?? null,
    search: (parameters.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH),
    tags: [...new Set(parameters.getAll("tag"))]
      .filter((tag) => tag !== "" && !/[\0\p{Cs}]/u.test(tag))
      .slice(0, MAX_TAGS),
    ownScore: parseOwnScore(parameters.get("own_score") ?? ""),
    filters: { ...filters, search: null, hide: [] },
    isOpen: parameters.get("filters") === "open",
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Parses `75-84`; null for anything else. */
function parseOwnScore(text: string): ListView["ownScore"] {
  const [, min = "", max = ""] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  const [from, to] = [Number(min), Number(max)];
  return min !== "" && from <= to && to <= MAX_SCORE ? [from, to] : null;
}

export function listPath(view: ListView): string {
  const parameters = new URLSearchParams();
  if (view.tab !== DEFAULT_TAB) parameters.set("state", view.tab);
  if (view.search !== "") parameters.set("q", view.search);
  for (const tag of view.tags) parameters.append("tag", tag);
  if (view.ownScore !== null) parameters.set("own_score", view.ownScore.join("-"));
  printFilters(view.filters, parameters);
  if (view.order !== "change") parameters.set("sort", view.order);
  if (view.layout !== null) parameters.set("view", view.layout);
  if (view.isOpen) parameters.set("filters", "open");
  if (view.page !== 1) parameters.set("page", String(view.page));
  return withQuery(href("/list"), parameters);
}

/** Whether anything but the tab narrows the list. */
export function isNarrowed({ search, tags, ownScore, filters }: ListView): boolean {
  return search !== "" || tags.length > 0 || ownScore !== null || activeFilters(filters).length > 0;
}
