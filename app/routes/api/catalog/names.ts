import { z } from "zod";
import { nameCountSchema, type NameCount } from "~/features/catalog/anime";
import { listGenres, listStudios } from "~/features/catalog/list-names.server";
import { readParentalControl } from "~/features/catalog/listing/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing/listing-parameters";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import type { Database } from "~db/client.server";
import { CATALOG_FRESHNESS } from "./freshness";

function namesEndpoint(
  name: "genres" | "studios",
  list: (db: Database, parentalControl: boolean) => Promise<NameCount[]>,
): Endpoint {
  return {
    path: `/api/${name}`,
    methods: {
      GET: {
        summary: `All ${name} with the number of their titles`,
        description:
          "The most frequent first. Mature titles do not count unless parental_control is false.",
        tags: ["Catalog"],
        query: z.object({ parental_control: parentalControlParameter }),
        answers: {
          200: {
            description: "Names and counts.",
            schema: z.object({ data: z.array(nameCountSchema) }),
          },
        },
        handle: publicAnswer({
          name,
          freshness: CATALOG_FRESHNESS,
          read(parameters, { db }) {
            const parentalControl = readParentalControl(parameters);
            return {
              key: String(parentalControl),
              produce: async () => ({
                json: JSON.stringify({ data: await list(db, parentalControl) }),
              }),
            };
          },
        }),
      },
    },
  };
}

export const genresEndpoint: Endpoint = namesEndpoint("genres", listGenres);
export const studiosEndpoint: Endpoint = namesEndpoint("studios", listStudios);
