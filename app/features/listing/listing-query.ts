import type { ParentalControl } from "~/features/catalog/parental-control";
import type { ListingOrder } from "~/features/catalog/vocabulary";
import { NO_FILTERS, printFilters, type FilterValues } from "./filters/filters";

/**
 * A query that is equal for URLs of one meaning. Lists are unique and sorted (except companies),
 * bounds inclusive; empty or null does not filter.
 */
export interface ListingQuery extends Readonly<FilterValues> {
  readonly order: ListingOrder;
  readonly parentalControl: ParentalControl;
  readonly page: number;
  readonly perPage: number;
}

export const DEFAULT_PER_PAGE = 30;
export const MAX_PER_PAGE = 500;

export const DEFAULT_QUERY: ListingQuery = Object.freeze({
  ...NO_FILTERS,
  order: "score",
  parentalControl: true,
  page: 1,
  perPage: DEFAULT_PER_PAGE,
});

/** Omits defaults. `parseListing` inverts it. */
export function listingSearchParams(query: ListingQuery): URLSearchParams {
  const parameters = new URLSearchParams();
  printFilters(query, parameters);
  if (query.order !== (query.search === null ? "score" : "relevance"))
    parameters.set("order_by", query.order);
  if (!query.parentalControl) parameters.set("parental_control", "false");
  if (query.page !== 1) parameters.set("page_number", String(query.page));
  if (query.perPage !== DEFAULT_PER_PAGE) parameters.set("limit_count", String(query.perPage));
  return parameters;
}
