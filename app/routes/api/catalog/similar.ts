import { z } from "zod";
import {
  hideParameter,
  parentalControlParameter,
} from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { findSimilar } from "~/features/discovery/find-similar.server";
import { toSimilarAnimeJson, similarAnimeSchema } from "~/features/discovery/similar-json";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { cachedTerms } from "~/pages/parts/cached-terms.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { animeIdParameter } from "~/routes/api/parameters";

const DEFAULT_LIMIT = 12;
const MAX_SIMILAR = 50;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Similar titles, with the reasons",
      description:
        "Compares genres and themes (weight 0.62, by rarity in the catalog), popularity (0.11), studio (0.08), era (0.08), age rating (0.07) and source (0.04). At most one title per franchise, none from the title's own. 403 when parental control hides the title itself.",
      tags: ["Catalog"],
      query: z.object({
        id: animeIdParameter,
        limit: z
          .int()
          .min(1)
          .max(MAX_SIMILAR)
          .optional()
          .meta({
            description: `How many, 1 to ${MAX_SIMILAR}, ${DEFAULT_LIMIT} unless given. Also spelled limit_count.`,
          }),
        hide: hideParameter,
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "Most similar first.",
          schema: z.object({ data: z.array(similarAnimeSchema) }),
        },
      },
      ...cachedResponse({
        name: "similar",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const reader = new ParameterReader(parameters);
          const id = reader.requiredInteger(["id", "mal_id"]);
          const limit = reader.positiveInteger(
            ["limit", "limit_count"],
            MAX_SIMILAR,
            DEFAULT_LIMIT,
          );
          reader.throwIfInvalid();
          return {
            queryKey: `${id} ${limit} ${String(parentalControl)}`,
            async produce() {
              const similar = await findSimilar(catalog.db, {
                id,
                parentalControl,
                limit,
                hidden,
                terms: await cachedTerms(catalog),
              });
              return { json: JSON.stringify({ data: similar.map(toSimilarAnimeJson) }) };
            },
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
