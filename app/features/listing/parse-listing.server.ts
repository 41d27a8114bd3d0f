import { LISTING_ORDERS, type ListingOrder } from "~/features/catalog/vocabulary";
import { parseListingOrder } from "~/features/catalog/parse-vocabulary";
import { parseBoolean } from "~/parsing/parse-boolean";
import { mapFilters } from "./filters/filters";
import { serverFilter } from "./filters/filters.server";
import {
  DEFAULT_PER_PAGE,
  listingSearchParams,
  MAX_PER_PAGE,
  type ListingQuery,
} from "./listing-query";
import { MAX_INTEGER, ParameterReader } from "./parameter-reader.server";

/** Ignores unknown parameters. Throws `Invalid` naming each it rejects. */
export function parseListing(parameters: URLSearchParams): ListingQuery {
  const reader = new ParameterReader(parameters);
  const filters = mapFilters((name) => serverFilter(name).parse(reader));
  const order = parseOrder(reader);
  const query: ListingQuery = {
    ...filters,
    order: order === "relevance" && filters.search === null ? "score" : order,
    parentalControl: parseParentalControl(parameters),
    page: reader.positiveInteger(["page_number", "page"], MAX_INTEGER, 1),
    perPage: reader.positiveInteger(["limit_count", "limit"], MAX_PER_PAGE, DEFAULT_PER_PAGE),
  };
  reader.throwIfInvalid();
  return query;
}

export function parseFilters(parameters: URLSearchParams): ListingQuery {
  const filters = new URLSearchParams(parameters);
  for (const name of ["order_by", "page_number", "page", "limit_count", "limit"])
    filters.delete(name);
  return parseListing(filters);
}

/** Returns true unless every value is false: invalid values count as on. */
export function parseParentalControl(parameters: URLSearchParams): boolean {
  const values = [...parameters.getAll("parental_control"), ...parameters.getAll("parentalControl")]
    .flatMap((value) => value.split(","))
    .filter((value) => value.trim() !== "");
  return values.length === 0 || values.some((value) => parseBoolean(value) !== false);
}

/** Folds case and width, which change no result. */
export function foldSearch(search: string): string {
  return search.normalize("NFKC").toLowerCase();
}

export function listingKey(query: ListingQuery): string {
  const search = query.search === null ? null : foldSearch(query.search);
  const parameters = listingSearchParams({ ...query, search }).toString();
  // In a URL, an age limit looks like parental control that is on.
  return typeof query.parentalControl === "boolean"
    ? parameters
    : `${parameters} ${String(query.parentalControl)}`;
}

function parseOrder(reader: ParameterReader): ListingOrder {
  const orders = reader.items("order_by").map((item) => parseListingOrder(item));
  if (orders.includes(null))
    reader.reject("order_by", {
      key: "field.choice",
      values: { field: "order_by", choices: LISTING_ORDERS.join(", ") },
    });
  return orders[0] ?? "relevance";
}
