import { href } from "react-router";
import {
  DEFAULT_QUERY,
  listingSearchParams,
  type ListingQuery,
} from "~/features/listing/listing-query";
import { withQuery } from "~/ui/with-query";

export type BrowseView = "grid" | "list";

/** Whole rows of two, three, four, six or nine. */
export const BROWSE_PER_PAGE = 36;

/** Omits parental control, which is a setting, and the fixed page length. */
export function browsePath(query: Partial<ListingQuery>, view: BrowseView = "grid"): string {
  const parameters = listingSearchParams({
    ...DEFAULT_QUERY,
    ...query,
    parentalControl: DEFAULT_QUERY.parentalControl,
    perPage: DEFAULT_QUERY.perPage,
  });
  if (query.order === undefined && query.search) parameters.delete("order_by");
  if (view === "list") parameters.set("view", "list");
  return withQuery(href("/browse"), parameters);
}
