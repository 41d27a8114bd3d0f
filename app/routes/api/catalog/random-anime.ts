import { z } from "zod";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { parseFilters } from "~/features/listing/parse-listing.server";
import { filterParametersSchema } from "~/features/listing/listing-parameters.server";
import { randomAnimeJson } from "~/features/listing/random-anime.server";
import { servicesContext } from "~/http/context";
import type { Endpoint } from "~/http/api/endpoint";

export const randomAnimeEndpoint: Endpoint = {
  path: "/api/animes/random",
  methods: {
    GET: {
      tokenScope: "public",
      summary: "A random anime",
      description: "Accepts the filters of the listing. 404 when no title matches.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      responses: { 200: { description: "The anime.", schema: z.object({ data: animeSchema }) } },
      async handle({ url, context }) {
        const anime = await randomAnimeJson(
          context.get(servicesContext),
          parseFilters(url.searchParams),
        );
        return new Response(`{"data":${anime}}`, {
          headers: {
            "content-type": "application/json; charset=utf-8",
            "cache-control": "no-store",
          },
        });
      },
    },
  },
};
