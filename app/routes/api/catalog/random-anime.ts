import { z } from "zod";
import { animeSchema } from "~/features/catalog/anime";
import { parseFilters } from "~/features/catalog/listing/listing-filters";
import { filterParametersSchema } from "~/features/catalog/listing/listing-parameters";
import { randomAnimeJson } from "~/features/catalog/listing/random-anime.server";
import type { Endpoint } from "~/http/api/endpoint";

/** One anime by chance, among those that the listing's filters let through. */
export const randomAnimeEndpoint: Endpoint = {
  path: "/api/animes/random",
  methods: {
    GET: {
      summary: "One anime by chance",
      description: "Takes the filters of the listing. 404 when none fits.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      answers: { 200: { description: "The anime.", schema: z.object({ data: animeSchema }) } },
      async handle({ url, scope }) {
        const anime = await randomAnimeJson(scope.services, parseFilters(url.searchParams));
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
