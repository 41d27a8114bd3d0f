import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";

/** The first is the default. */
export const LIST_ORDERS = ["change", "title", "score", "year"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The query parameters of the watch list page. */
export interface ListView {
  type: CollectionType;
  order: ListOrder;
  search: string;
  page: number;
}

const MAX_SEARCH_LENGTH = 100;

/** Invalid parameters fall back to their defaults. */
export function readListView(parameters: URLSearchParams): ListView {
  const page = parameters.get("page") ?? "";
  return {
    type: parseCollectionType(parameters.get("type") ?? "") ?? "Watching",
    order: LIST_ORDERS.find((order) => order === parameters.get("sort")) ?? "change",
    search: (parameters.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** Omits defaults. */
export function listPath({ type, order, search, page }: ListView): string {
  const parameters = new URLSearchParams();
  if (type !== "Watching") parameters.set("type", type.toLowerCase().replace(" ", "_"));
  if (search !== "") parameters.set("q", search);
  if (order !== "change") parameters.set("sort", order);
  if (page !== 1) parameters.set("page", String(page));
  return parameters.size === 0 ? "/list" : `/list?${parameters.toString()}`;
}
