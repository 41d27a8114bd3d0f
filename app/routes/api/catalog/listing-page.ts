import { pageMeta } from "~/features/catalog/anime";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { listingSearchParams, type ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { listAnimeJson } from "~/features/listing/list-anime.server";
import type { PublicBody } from "~/http/response/cache/response-cache.server";
import { pageLinks } from "./page-links";

interface ListingPageOptions {
  path: string;
  parametersOf?: (query: ListingQuery) => URLSearchParams;
  more?: Record<string, unknown>;
  hidden: HiddenTitles | null;
}

/** Omits the Link header when it would be too long. */
export async function listingPage(
  database: CatalogDatabase,
  query: ListingQuery,
  { path, parametersOf = listingSearchParams, more = {}, hidden }: ListingPageOptions,
): Promise<PublicBody> {
  const { data, total } = await listAnimeJson(database, query, hidden);
  const meta = pageMeta(total, query.page, query.perPage);
  const link = pageLinks(path, meta, (page) => parametersOf({ ...query, page }));
  return {
    json: `{"data":${data},"meta":${JSON.stringify({ ...meta, ...more })}}`,
    headers: link === null ? {} : { link },
  };
}
