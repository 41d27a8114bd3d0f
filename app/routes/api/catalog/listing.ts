import { z } from "zod";
import { animeSchema, pageMetaSchema } from "~/features/catalog/anime";
import { listingKey, parseListing } from "~/features/catalog/listing/listing-filters";
import { listingParametersSchema } from "~/features/catalog/listing/listing-parameters";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { listingPage } from "./listing-page";

const PATH = "/api/animes/full";
/** Specification section 8: two hours. */
const FRESHNESS = { maxAgeSeconds: 7_200, expires: true };

const answerSchema = z.object({ data: z.array(animeSchema), meta: pageMetaSchema });

const listing: Operation = {
  summary: "The catalog, filtered, ordered and paged",
  description:
    "Values in one filter are OR-ed, filters are AND-ed. Names match in any casing, with space, `_` and `-` alike. Unknown parameters are ignored.",
  tags: ["Catalog"],
  query: listingParametersSchema,
  answers: {
    200: {
      description: "One page. The Link header names the first, previous, next and last.",
      schema: answerSchema,
    },
  },
  rateLimit: "animesFull",
  handle: publicAnswer({
    name: "listing",
    freshness: FRESHNESS,
    read(parameters, services) {
      const query = parseListing(parameters);
      return {
        key: listingKey(query),
        produce: () => listingPage(services, query, { path: PATH }),
      };
    },
  }),
};

/** The listing of specification 4.10. It words its errors in the nested shape of section 7. */
export const animesFullEndpoint: Endpoint = {
  path: PATH,
  errors: "nested",
  methods: { GET: listing },
};

/** The same listing under a shorter address; the two share answers and limiter. */
export const animesEndpoint: Endpoint = {
  path: "/api/animes",
  errors: "nested",
  methods: { GET: listing },
};
