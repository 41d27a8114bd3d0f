import { z } from "zod";
import { animeSuggestionSchema } from "~/features/catalog/anime-schema.server";
import { foldSearch } from "~/features/listing/parse-listing.server";
import {
  hideParameter,
  parentalControlParameter,
} from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Suggestions for a partial search",
      description: "At most ten, best match first; none for an empty search.",
      tags: ["Catalog"],
      query: z.object({
        q: z.string().optional().meta({
          description: "The text so far, at most 256 characters. Alias: search_query.",
        }),
        hide: hideParameter,
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "The titles.",
          schema: z.object({ data: z.array(animeSuggestionSchema) }),
        },
      },
      ...cachedResponse({
        name: "suggest",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        parse(parameters, catalog, { parentalControl, hidden }) {
          const reader = new ParameterReader(parameters);
          const text = reader.search(["q", "search_query"]);
          reader.throwIfInvalid();
          return {
            queryKey: `${String(parentalControl)} ${text === null ? "" : foldSearch(text)}`,
            produce: async () => ({
              json: JSON.stringify({
                data:
                  text === null
                    ? []
                    : await suggestAnime(catalog, { text, parentalControl, hidden }),
              }),
            }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
