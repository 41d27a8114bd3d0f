import { z } from "zod";
import { nameCountSchema, type NameCount } from "~/features/catalog/anime";
import { listGenres, listStudios } from "~/features/listing/list-names.server";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import type { Endpoint } from "~/http/api/endpoint";
import { cachedResponse } from "~/http/api/cached-response.server";
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
        tokenScope: "public",
        summary: `All ${name} with the number of their titles`,
        description:
          "Most frequent first. Mature titles are not counted unless parental_control is false.",
        tags: ["Catalog"],
        query: z.object({ parental_control: parentalControlParameter }),
        responses: {
          200: {
            description: "Names and counts.",
            schema: z.object({ data: z.array(nameCountSchema) }),
          },
        },
        handle: cachedResponse({
          name,
          freshness: CATALOG_FRESHNESS,
          parse(parameters, { db }) {
            const parentalControl = parseParentalControl(parameters);
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
