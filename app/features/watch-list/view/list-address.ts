import { readCollectionType, type CollectionType } from "~/features/watch-list/collection-types";

/** The orders of the page. The first is the usual one. */
export const LIST_ORDERS = ["change", "title", "score", "year"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** What the address of My list asks for. */
export interface ListView {
  type: CollectionType;
  order: ListOrder;
  search: string;
  page: number;
}

const LONGEST_SEARCH = 100;

/** Reads the address; what cannot be read counts as not said. */
export function readListView(parameters: URLSearchParams): ListView {
  const page = parameters.get("page") ?? "";
  return {
    type: readCollectionType(parameters.get("type") ?? "") ?? "Watching",
    order: LIST_ORDERS.find((order) => order === parameters.get("sort")) ?? "change",
    search: (parameters.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a view, as short as it can be said. */
export function listPath({ type, order, search, page }: ListView): string {
  const parameters = new URLSearchParams();
  if (type !== "Watching") parameters.set("type", type.toLowerCase().replace(" ", "_"));
  if (search !== "") parameters.set("q", search);
  if (order !== "change") parameters.set("sort", order);
  if (page !== 1) parameters.set("page", String(page));
  return parameters.size === 0 ? "/list" : `/list?${parameters.toString()}`;
}
