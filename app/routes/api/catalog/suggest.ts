import { z } from "zod";
import { animeSuggestionSchema } from "~/features/catalog/anime";
import { readParentalControl } from "~/features/catalog/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing-parameters";
import { ParameterReader } from "~/features/catalog/parameter-reader";
import { suggestAnime } from "~/features/catalog/suggest-anime.server";
import type { Endpoint } from "~/http/endpoint";
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
        q: z.string().optional().meta({ description: "What was typed so far. Also spelled search_query. At most 256 characters." }),
        parental_control: parentalControlParameter,
      }),
      answers: { 200: { description: "The titles.", schema: z.object({ data: z.array(animeSuggestionSchema) }) } },
      handle: ({ request, url, scope }) =>
        scope.services.answers.respond({
          request,
          vary: scope.headers["vary"],
          freshness: CATALOG_FRESHNESS,
          spelling: `suggest${url.search}`,
          resolve() {
            const reader = new ParameterReader(url.searchParams);
            const text = reader.search(["q", "search_query"]);
            reader.finish();
            const parentalControl = readParentalControl(url.searchParams);
            return {
              key: `suggest/${parentalControl}/${text?.normalize("NFKC").toLowerCase() ?? ""}`,
              produce: async () => ({ json: JSON.stringify({ data: text === null ? [] : await suggestAnime(scope.services, { text, parentalControl }) }) }),
            };
          },
        }),
    },
  },
};
