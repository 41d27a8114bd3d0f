import { z } from "zod";
import { facetsSchema } from "~/features/listing/facets";
import { listFacets } from "~/features/listing/list-facets.server";
import { listingKey, parseFilters } from "~/features/listing/parse-listing.server";
import { filterParametersSchema } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Counts per filter value",
      description:
        "Accepts the filters of the listing. Each count is the number of titles that match all of them and have the value.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      responses: {
        200: {
          description: "Counts per genre, type, status, season, year and rating.",
          schema: z.object({ data: facetsSchema }),
        },
      },
      ...cachedResponse({
        name: "facets",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const query = { ...parseFilters(parameters), parentalControl };
          return {
            queryKey: listingKey(query),
            produce: async () => ({
              json: JSON.stringify({ data: await listFacets(catalog, query, hidden) }),
            }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
