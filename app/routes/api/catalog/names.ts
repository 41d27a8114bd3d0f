import { z } from "zod";
import { nameCountSchema } from "~/features/catalog/anime";
import { activeFilters } from "~/features/listing/filters/filters";
import { listGenres } from "~/features/listing/list-names.server";
import { listTermCounts } from "~/features/listing/list-term-counts.server";
import {
  filterParametersSchema,
  parentalControlParameter,
} from "~/features/listing/listing-parameters.server";
import {
  listingKey,
  parseFilters,
  parseParentalControl,
} from "~/features/listing/parse-listing.server";
import type { Endpoint } from "~/http/api/endpoint";
import { cachedResponse } from "./cached-response.server";
import { cachedStudios } from "~/pages/parts/cached-catalog.server";
import { CATALOG_FRESHNESS } from "./freshness";

const responses = {
  200: { description: "Names and counts.", schema: z.object({ data: z.array(nameCountSchema) }) },
};

export const genresEndpoint: Endpoint = {
  path: "/api/genres",
  methods: {
    GET: {
      tokenScope: "public",
      summary: "All genres with the number of their titles",
      description:
        "Most frequent first. Mature titles are not counted unless parental_control is false.",
      tags: ["Catalog"],
      query: z.object({ parental_control: parentalControlParameter }),
      responses,
      handle: cachedResponse({
        name: "genres",
        freshness: CATALOG_FRESHNESS,
        parse(parameters, { db }) {
          const parentalControl = parseParentalControl(parameters);
          return {
            key: String(parentalControl),
            produce: async () => ({
              json: JSON.stringify({ data: await listGenres(db, parentalControl) }),
            }),
          };
        },
      }),
    },
  },
};

export const studiosEndpoint: Endpoint = {
  path: "/api/studios",
  methods: {
    GET: {
      tokenScope: "public",
      summary: "All studios with the number of their titles",
      description:
        "Most frequent first. Mature titles are not counted unless parental_control is false. With filters of the listing, studios of the matching titles.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      responses,
      handle: cachedResponse({
        name: "studios",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, hidden) {
          const query = parseFilters(parameters);
          return {
            key: listingKey(query),
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
};
