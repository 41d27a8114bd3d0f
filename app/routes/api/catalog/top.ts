import { href } from "react-router";
import { z } from "zod";
import { pageMetaSchema } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { listingKey, parseListing } from "~/features/listing/parse-listing.server";
import { listingParametersSchema } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { createChoiceParser } from "~/features/catalog/parse-vocabulary";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { listingPage } from "./listing-page";

const PATH = href("/api/animes/top");
const ORDERS = ["score", "popularity"] as const;
const readOrder = createChoiceParser(ORDERS);

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Top titles by score or popularity",
      description: "The listing by score (the default) or by popularity.",
      tags: ["Catalog"],
      query: listingParametersSchema.extend({
        order_by: z
          .enum(ORDERS)
          .optional()
          .meta({ description: `${ORDERS.join(" or ")}.` }),
      }),
      responses: {
        200: {
          description: "One page. The Link header has the first, previous, next and last page.",
          schema: z.object({ data: z.array(animeSchema), meta: pageMetaSchema }),
        },
      },
      ...cachedResponse({
        name: "top",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const reader = new ParameterReader(parameters);
          const [order = "score"] = reader.choices("order_by", readOrder, ORDERS);
          reader.throwIfInvalid();
          const filters = new URLSearchParams(parameters);
          filters.delete("order_by");
          const query = { ...parseListing(filters), order, parentalControl };
          return {
            queryKey: listingKey(query),
            produce: () => listingPage(catalog, query, { path: PATH, hidden }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
