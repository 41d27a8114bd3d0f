import { listFacets } from "~/features/catalog/listing/list-facets.server";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { searchAnimeJson } from "~/features/catalog/listing/search-anime.server";
import { countTerms, findSimilar } from "~/features/catalog/similar/find-similar.server";
import type { BenchDatabase } from "./databases";
import { FIRST_MADE_ID } from "./grow-catalog";
import type { Questions } from "./growth";
import { differentListings } from "./questions";

const FILTERS = 120;
const FACETS = 40;
const SIMILAR = 40;
const DEEP_PAGES = ["score", "score_asc", "title", "title_asc", "popularity", "newest"].flatMap(
  (order) => [900, 450].map((page) => `/api/animes/full?order_by=${order}&page=${page}`),
);

/** How much is asked, in words. */
export const LISTING_GROWTH_IN_WORDS = `${FILTERS} filters, ${DEEP_PAGES.length} pages deep in an order, the facets of ${FACETS} filters, the titles like ${SIMILAR}`;

/** What is asked of the listing and what is made of it, in catalogs of each size. */
export const LISTING_GROWTH: Record<
  string,
  (database: BenchDatabase) => Questions | Promise<Questions>
> = {
  filters: ({ client }) =>
    differentListings(FILTERS).map((path) => () => searchAnimeJson(client, queryOf(path))),
  "deep pages": ({ client }) =>
    DEEP_PAGES.map((path) => () => searchAnimeJson(client, queryOf(path))),
  facets: ({ client }) =>
    differentListings(FACETS).map((path) => () => listFacets(client, queryOf(path))),
  similar: async ({ client: { db, sql } }) => {
    const terms = await countTerms(db);
    const subjects = await sql<{ id: number }[]>`
      select mal_id as id from animes where mal_id < ${FIRST_MADE_ID} and not mature and popularity is not null order by popularity limit ${SIMILAR}`;
    return subjects.map(
      ({ id }) =>
        () =>
          findSimilar(db, { id, parentalControl: true, limit: 12, terms }),
    );
  },
};

function queryOf(path: string): ListingQuery {
  return parseListing(new URL(path, "http://localhost").searchParams);
}
