import { z } from "zod";
import { animeDetailsSchema } from "~/features/catalog/anime-schema.server";
import { getAnimeJson } from "~/features/title/get-anime.server";
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
      summary: "One anime with its relations",
      description: "403 when parental control hides it.",
      tags: ["Catalog"],
      query: z.object({
        id: animeIdParameter,
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: { description: "The anime.", schema: z.object({ data: animeDetailsSchema }) },
      },
      ...cachedResponse({
        name: "anime",
        freshness: CATALOG_FRESHNESS,
        parse(parameters, { db }, { parentalControl }) {
          const reader = new ParameterReader(parameters);
          const id = reader.requiredInteger(["id", "mal_id"]);
          reader.throwIfInvalid();
          return {
            queryKey: `${id} ${String(parentalControl)}`,
            produce: async () => ({
              json: `{"data":${await getAnimeJson(db, { id, parentalControl })}}`,
            }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
