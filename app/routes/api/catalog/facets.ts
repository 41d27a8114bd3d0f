import { z } from "zod";
import { facetsSchema } from "~/features/catalog/listing/facets";
import { listFacets } from "~/features/catalog/listing/list-facets.server";
import { listingKey, parseFilters } from "~/features/catalog/listing/listing-filters";
import { filterParametersSchema } from "~/features/catalog/listing/listing-parameters";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";

/** How many titles of a listing have each genre, type, status, season, year and rating. */
export const facetsEndpoint: Endpoint = {
  path: "/api/animes/facets",
  methods: {
    GET: {
      summary: "Counts for the current filters",
      description:
        "Takes the filters of the listing. Each count is the number of titles that match all of them and have the value.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      answers: {
        200: {
          description: "Counts per genre, type, status, season, year and rating.",
          schema: z.object({ data: facetsSchema }),
        },
      },
      handle: publicAnswer({
        name: "facets",
        freshness: CATALOG_FRESHNESS,
        read(parameters, services) {
          const query = parseFilters(parameters);
          return {
            key: listingKey(query),
            produce: async () => ({
              json: JSON.stringify({ data: await listFacets(services, query) }),
            }),
          };
        },
      }),
    },
  },
};
