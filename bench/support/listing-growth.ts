import { listFacets } from "~/features/listing/list-facets.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { listAnimeJson } from "~/features/listing/list-anime.server";
import { countTerms, findSimilar } from "~/features/discovery/find-similar.server";
import { FIRST_SYNTHETIC_ID } from "./synthetic-titles";
import type { GrowthKinds } from "./growth-table";
import { distinctListings } from "./listing-urls";

const FILTERS = 120;
const FACETS = 40;
const SIMILAR = 40;
const ORDERS = ["score", "score_asc", "title", "title_asc", "popularity", "newest"];
const DEEP_PAGES = ORDERS.flatMap((order) =>
  [900, 450].map((page) => `/api/animes/full?order_by=${order}&page=${page}`),
);
/** Shares of the catalog; the visible part is smaller. */
const DEPTHS = [0.25, 0.45, 0.7, 0.9];
const PER_PAGE = 30;

export const LISTING_GROWTH_LABEL = `${FILTERS} filters, pages 450 and 900 of each order and pages at ${DEPTHS.length} depths relative to the catalog, the facets of ${FACETS} filters, the titles like ${SIMILAR}`;

export const LISTING_GROWTH_QUERIES: GrowthKinds = {
  filters: ({ client }) =>
    distinctListings(FILTERS).map((path) => () => listAnimeJson(client, toListingQuery(path))),
  "deep pages": ({ client }) =>
    DEEP_PAGES.map((path) => () => listAnimeJson(client, toListingQuery(path))),
  "relative depths": ({ client, titles }) =>
    ORDERS.flatMap((order) =>
      DEPTHS.map((depth) => {
        const page = Math.floor((titles * depth) / PER_PAGE);
        return () =>
          listAnimeJson(client, toListingQuery(`/api/animes/full?order_by=${order}&page=${page}`));
      }),
    ),
  facets: ({ client }) =>
    distinctListings(FACETS).map((path) => () => listFacets(client, toListingQuery(path))),
  similar: async ({ client: { db, sql } }) => {
    const terms = await countTerms(db);
    const subjects = await sql<{ id: number }[]>`
      SELECT mal_id AS id FROM animes WHERE mal_id < ${FIRST_SYNTHETIC_ID} AND NOT mature AND popularity IS NOT NULL ORDER BY popularity LIMIT ${SIMILAR}`;
    return subjects.map(
      ({ id }) =>
        () =>
          findSimilar(db, { id, parentalControl: true, limit: 12, terms, hidden: null }),
    );
  },
};

function toListingQuery(path: string): ListingQuery {
  return parseListing(new URL(path, "http://localhost").searchParams);
}
