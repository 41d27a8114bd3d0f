import { z } from "zod";
import { animeSuggestionSchema } from "~/features/catalog/anime";
import { foldSearch, readParentalControl } from "~/features/catalog/listing/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { suggestAnime } from "~/features/catalog/listing/suggest-anime.server";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";

/** What the search box offers while somebody types. */
export const suggestEndpoint: Endpoint = {
  path: "/api/animes/suggest",
  methods: {
    GET: {
      summary: "Titles that a half-typed search means",
      description: "At most ten, the likeliest first; none for an empty search.",
      tags: ["Catalog"],
      query: z.object({
        q: z
          .string()
          .optional()
          .meta({
            description:
              "What was typed so far. Also spelled search_query. At most 256 characters.",
          }),
        parental_control: parentalControlParameter,
      }),
      answers: {
        200: {
          description: "The titles.",
          schema: z.object({ data: z.array(animeSuggestionSchema) }),
        },
      },
      handle: publicAnswer({
        name: "suggest",
        freshness: CATALOG_FRESHNESS,
        read(parameters, services) {
          const reader = new ParameterReader(parameters);
          const text = reader.search(["q", "search_query"]);
          reader.finish();
          const parentalControl = readParentalControl(parameters);
          return {
            key: `${parentalControl} ${text === null ? "" : foldSearch(text)}`,
            produce: async () => ({
              json: JSON.stringify({
                data: text === null ? [] : await suggestAnime(services, { text, parentalControl }),
              }),
            }),
          };
        },
      }),
    },
  },
};
