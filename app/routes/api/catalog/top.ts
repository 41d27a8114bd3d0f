import { z } from "zod";
import { animeSchema, pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import { listingKey, parseListing } from "~/features/catalog/listing/listing-filters";
import { listingSearchParams } from "~/features/catalog/listing/listing-query";
import { listingParametersSchema } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { searchAnimeJson } from "~/features/catalog/listing/search-anime.server";
import { readerOf } from "~/features/catalog/vocabulary";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { pageLinks } from "./page-links";

const PATH = "/api/animes/top";
const ORDERS = ["score", "popularity"] as const;
const readOrder = readerOf(ORDERS);

/** The best scored or best known titles: the listing in one of these two orders. */
export const topEndpoint: Endpoint = {
  path: PATH,
  methods: {
    GET: {
      summary: "The best scored or best known titles",
      description: "The listing with its filters and pages, by score (unless asked otherwise) or by popularity.",
      tags: ["Catalog"],
      query: listingParametersSchema.extend({ order_by: z.string().optional().meta({ description: `${ORDERS.join(" or ")}.` }) }),
      answers: { 200: { description: "One page. The Link header names the first, previous, next and last.", schema: z.object({ data: z.array(animeSchema), meta: pageMetaSchema }) } },
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
            key: `${order} ${listingKey(query)}`,
            async produce() {
              const { data, total } = await searchAnimeJson(services, query);
              const meta = pageMeta(total, query.page, query.perPage);
              return { json: `{"data":${data},"meta":${JSON.stringify(meta)}}`, headers: { link: pageLinks(PATH, meta, (page) => listingSearchParams({ ...query, page })) } };
            },
          };
        },
      }),
    },
  },
};
