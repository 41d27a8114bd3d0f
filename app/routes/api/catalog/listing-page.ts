import { pageMeta } from "~/features/catalog/anime";
import { listingSearchParams, type ListingQuery } from "~/features/catalog/listing/listing-query";
import type { CatalogDatabase } from "~/features/catalog/listing/listing-source.server";
import { searchAnimeJson } from "~/features/catalog/listing/search-anime.server";
import type { PublicBody } from "~/http/response/cache/answer-cache.server";
import { pageLinks } from "./page-links";

interface ListingAddress {
  path: string;
  /** The parameters by which the address is asked for a query; those of the listing by default. */
  parametersOf?: (query: ListingQuery) => URLSearchParams;
  /** What `meta` tells besides the page. */
  more?: Record<string, unknown>;
}

/** One page of the listing as an address answers it: `data`, `meta`, and in the Link header the first, previous, next and last page. */
export async function listingPage(
  database: CatalogDatabase,
  query: ListingQuery,
  { path, parametersOf = listingSearchParams, more = {} }: ListingAddress,
): Promise<PublicBody> {
  const { data, total } = await searchAnimeJson(database, query);
  const meta = pageMeta(total, query.page, query.perPage);
  return {
    json: `{"data":${data},"meta":${JSON.stringify({ ...meta, ...more })}}`,
    headers: { link: pageLinks(path, meta, (page) => parametersOf({ ...query, page })) },
  };
}
