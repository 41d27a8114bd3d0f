import { z } from "zod";
import { readParentalControl } from "~/features/catalog/listing/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { findSimilar } from "~/features/catalog/similar/find-similar.server";
import { similarAnimeJson, similarAnimeSchema } from "~/features/catalog/similar/similar-json";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { rememberedTerms } from "~/http/remembered-catalog.server";
import { CATALOG_FRESHNESS } from "./freshness";

const DEFAULT_LIMIT = 12;
const MOST_SIMILAR = 50;

/** The titles most like one, with the reasons. */
export const similarEndpoint: Endpoint = {
  path: "/api/animes/similar",
  methods: {
    GET: {
      summary: "Titles like one, with the reasons",
      description:
        "Compares genres and themes (0.62 of the measure, each by its rarity in the catalog), popularity (0.11), studio (0.08), era (0.08), age rating (0.07) and source (0.04). One title of each franchise, none of its own. 403 when parental control hides the title itself.",
      tags: ["Catalog"],
      query: z.object({
        id: z.string().meta({ description: "The anime's mal_id." }),
        limit: z
          .string()
          .optional()
          .meta({
            description: `How many, 1 to ${MOST_SIMILAR}, ${DEFAULT_LIMIT} unless given. Also spelled limit_count.`,
          }),
        parental_control: parentalControlParameter,
      }),
      answers: {
        200: {
          description: "The most similar first.",
          schema: z.object({ data: z.array(similarAnimeSchema) }),
        },
      },
      handle: publicAnswer({
        name: "similar",
        freshness: CATALOG_FRESHNESS,
        read(parameters, services) {
          const reader = new ParameterReader(parameters);
          const id = reader.required(["id", "mal_id"]);
          const limit = reader.count(["limit", "limit_count"], MOST_SIMILAR, DEFAULT_LIMIT);
          reader.finish();
          const parentalControl = readParentalControl(parameters);
          return {
            key: `${id} ${limit} ${parentalControl}`,
            async produce() {
              const similar = await findSimilar(services.db, {
                id,
                parentalControl,
                limit,
                terms: await rememberedTerms(services),
              });
              return { json: JSON.stringify({ data: similar.map(similarAnimeJson) }) };
            },
          };
        },
      }),
    },
  },
};
