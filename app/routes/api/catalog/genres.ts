import { z } from "zod";
import { listGenres } from "~/features/listing/list-names.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { nameCountResponses } from "./name-counts";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "All genres with the number of their titles",
      description:
        "Most frequent first. Mature titles are not counted unless parental_control is false.",
      tags: ["Catalog"],
      query: z.object({ parental_control: parentalControlParameter }),
      responses: nameCountResponses,
      ...cachedResponse({
        name: "genres",
        freshness: CATALOG_FRESHNESS,
        parse(_, { db }, { parentalControl }) {
          return {
            queryKey: String(parentalControl),
            produce: async () => ({
              json: JSON.stringify({ data: await listGenres(db, parentalControl) }),
            }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
