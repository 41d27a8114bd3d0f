import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";

/** The tabs of My list. Watching includes rewatching; Collection is entries without a state. */
export const LIST_VIEW_TABS = [
  "all",
  "watching",
  "planned",
  "completed",
  "paused",
  "dropped",
  "collection",
] as const;
export type ListViewTab = (typeof LIST_VIEW_TABS)[number];

/** The value of a form's choice of states for entries without one. */
export const NO_STATE = "none";
/** The value of the bulk form's choice that takes titles off the list. */
export const REMOVE = "remove";

/** The first is the default. */
export const LIST_ORDERS = [
  "change",
  "title",
  "own_score",
  "score",
  "progress",
  "priority",
  "added",
  "year",
] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The query parameters of My list. */
export interface ListView {
  tab: ListViewTab;
  order: ListOrder;
  search: string;
  page: number;
}

const MAX_SEARCH_LENGTH = 100;
const DEFAULT_TAB: ListViewTab = "watching";

/** Collection types, as programs and old bookmarks name a tab. */
const TABS_OF_TYPES: Record<CollectionType, ListViewTab> = {
  Watching: "watching",
  "To Watch": "planned",
  Completed: "completed",
  Collection: "collection",
};

/** Invalid parameters fall back to their defaults. */
export function readListView(parameters: URLSearchParams): ListView {
  const page = parameters.get("page") ?? "";
  const state = parameters.get("state");
  const type = parseCollectionType(parameters.get("type") ?? "");
  return {
    tab:
      LIST_VIEW_TABS.find((tab) => tab === state) ??
      (type === null ? DEFAULT_TAB : TABS_OF_TYPES[type]),
    order: LIST_ORDERS.find((order) => order === parameters.get("sort")) ?? "change",
    search: (parameters.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Omits defaults. */
export function listPath({ tab, order, search, page }: ListView): string {
  const parameters = new URLSearchParams();
  if (tab !== DEFAULT_TAB) parameters.set("state", tab);
  if (search !== "") parameters.set("q", search);
  if (order !== "change") parameters.set("sort", order);
  if (page !== 1) parameters.set("page", String(page));
  return parameters.size === 0 ? "/list" : `/list?${parameters.toString()}`;
}
