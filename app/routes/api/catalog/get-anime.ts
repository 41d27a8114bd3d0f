import { z } from "zod";
import { animeDetailsSchema } from "~/features/catalog/anime";
import { getAnimeJson } from "~/features/catalog/get-anime.server";
import { readParentalControl } from "~/features/catalog/listing/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";

/** One anime by its id, with its relations. */
export const getAnimeEndpoint: Endpoint = {
  path: "/api/animes/getAnime",
  methods: {
    GET: {
      summary: "One anime with its relations",
      description: "403 when parental control hides it.",
      tags: ["Catalog"],
      query: z.object({
        id: z.string().meta({ description: "The anime's mal_id." }),
        parental_control: parentalControlParameter,
      }),
      answers: {
        200: { description: "The anime.", schema: z.object({ data: animeDetailsSchema }) },
      },
      handle: publicAnswer({
        name: "anime",
        freshness: CATALOG_FRESHNESS,
        read(parameters, { db }) {
          const reader = new ParameterReader(parameters);
          const id = reader.required(["id", "mal_id"]);
          reader.finish();
          const parentalControl = readParentalControl(parameters);
          return {
            key: `${id} ${parentalControl}`,
            produce: async () => ({
              json: `{"data":${await getAnimeJson(db, { id, parentalControl })}}`,
            }),
          };
        },
      }),
    },
  },
};
