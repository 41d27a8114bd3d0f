import { z } from "zod";
import { animeSchema, pageMetaSchema } from "~/features/catalog/anime";
import { listingKey, parseListing } from "~/features/catalog/listing/listing-filters";
import { listingParametersSchema } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { readerOf } from "~/features/catalog/vocabulary";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { listingPage } from "./listing-page";

const PATH = "/api/animes/top";
const ORDERS = ["score", "popularity"] as const;
const readOrder = readerOf(ORDERS);

/** The best scored or best known titles: the listing in one of these two orders. */
export const topEndpoint: Endpoint = {
  path: PATH,
  methods: {
    GET: {
      summary: "The best scored or best known titles",
      description:
        "The listing with its filters and pages, by score (unless asked otherwise) or by popularity.",
      tags: ["Catalog"],
      query: listingParametersSchema.extend({
        order_by: z
          .string()
          .optional()
          .meta({ description: `${ORDERS.join(" or ")}.` }),
      }),
      answers: {
        200: {
          description: "One page. The Link header names the first, previous, next and last.",
          schema: z.object({ data: z.array(animeSchema), meta: pageMetaSchema }),
        },
      },
      handle: publicAnswer({
        name: "top",
        freshness: CATALOG_FRESHNESS,
        read(parameters, services) {
          const reader = new ParameterReader(parameters);
          const [order = "score"] = reader.members("order_by", readOrder, ORDERS);
          reader.finish();
          const filters = new URLSearchParams(parameters);
          filters.delete("order_by");
          const query = { ...parseListing(filters), order };
          return {
            key: listingKey(query),
            produce: () => listingPage(services, query, { path: PATH }),
          };
        },
      }),
    },
  },
};
