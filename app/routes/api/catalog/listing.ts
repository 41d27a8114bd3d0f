import { href } from "react-router";
import { z } from "zod";
import { pageMetaSchema } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { listingKey, parseListing } from "~/features/listing/parse-listing.server";
import { listingParametersSchema } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { listingPage } from "./listing-page";

const PATH = href("/api/animes/full");
/** Specification section 8: two hours. */
const FRESHNESS = { maxAgeSeconds: 7_200, expires: true };

const responseSchema = z.object({ data: z.array(animeSchema), meta: pageMetaSchema });

/** Specification 4.10, with the nested errors of section 7. */
const endpoint = resource({
  errors: "nested",
  methods: {
    GET: {
      tokenScope: "public",
      summary: "List titles",
      description:
        "Values of one filter are OR-ed, filters are AND-ed. Names match in any casing; space, `_` and `-` are equivalent. Unknown parameters are ignored.",
      tags: ["Catalog"],
      query: listingParametersSchema,
      responses: {
        200: {
          description: "One page. The Link header has the first, previous, next and last page.",
          schema: responseSchema,
        },
      },
      rateLimit: "animesFull",
      ...cachedResponse({
        name: "listing",
        freshness: FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const query = { ...parseListing(parameters), parentalControl };
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
