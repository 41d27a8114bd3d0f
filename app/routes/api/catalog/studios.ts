import { activeFilters } from "~/features/listing/filters/filters";
import { listTermCounts } from "~/features/listing/list-term-counts.server";
import { filterParametersSchema } from "~/features/listing/listing-parameters.server";
import { listingKey, parseFilters } from "~/features/listing/parse-listing.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { cachedStudios } from "~/pages/parts/cached-catalog.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { nameCountResponses } from "./name-counts";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "All studios with the number of their titles",
      description:
        "Most frequent first. Mature titles are not counted unless parental_control is false. With filters of the listing, studios of the matching titles.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      responses: nameCountResponses,
      ...cachedResponse({
        name: "studios",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const query = { ...parseFilters(parameters), parentalControl };
          return {
            queryKey: listingKey(query),
            async produce() {
              const all = await cachedStudios(catalog, query.parentalControl);
              const data =
                activeFilters(query).length === 0 && hidden === null
                  ? all
                  : await listTermCounts(catalog, "studio", query, {
                      hidden,
                      names: all.map(({ name }) => name),
                      isComplete: true,
                    });
              return { json: JSON.stringify({ data }) };
            },
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
