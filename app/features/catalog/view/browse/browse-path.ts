import {
  EVERYTHING,
  listingSearchParams,
  type ListingQuery,
} from "~/features/catalog/listing/listing-query";

/** How Browse sets its results. */
export type BrowseView = "grid" | "list";

/** Titles on one page of Browse: whole rows for two, three, four, six and nine columns. */
export const BROWSE_PER_PAGE = 36;

/** The address of Browse for a query. Parental control is the visitor's setting and the page length is fixed, so neither stands in it. */
export function browsePath(query: Partial<ListingQuery>, view: BrowseView = "grid"): string {
  const parameters = listingSearchParams({
    ...EVERYTHING,
    ...query,
    parentalControl: EVERYTHING.parentalControl,
    perPage: EVERYTHING.perPage,
  });
  if (query.order === undefined && query.search) parameters.delete("order_by");
  if (view === "list") parameters.set("view", "list");
  const text = parameters.toString();
  return text === "" ? "/browse" : `/browse?${text}`;
}
