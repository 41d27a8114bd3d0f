import { z } from "zod";
import { episodeSchema } from "~/features/catalog/anime";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { animeIdParameter } from "~/routes/api/parameters";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "One episode",
      description: "403 when parental control hides its anime.",
      tags: ["Episodes"],
      query: z.object({
        mal_id: animeIdParameter,
        ep: z.int().min(0).meta({ description: "The episode number." }),
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: { description: "The episode.", schema: z.object({ data: episodeSchema }) },
      },
      ...cachedResponse({
        name: "episode",
        freshness: CATALOG_FRESHNESS,
        parse(parameters, { db }, { parentalControl }) {
          const reader = new ParameterReader(parameters);
          const animeId = reader.requiredInteger(["mal_id", "id"]);
          const number = reader.requiredInteger(["ep", "episode"]);
          reader.throwIfInvalid();
          return {
            queryKey: `${animeId} ${number} ${String(parentalControl)}`,
            produce: async () => ({
              json: JSON.stringify({
                data: await getEpisode(db, { animeId, number, parentalControl }),
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
