import { requestControl } from "~/http/viewer/request-control.server";
import { z } from "zod";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { parseFilters } from "~/features/listing/parse-listing.server";
import { filterParametersSchema } from "~/features/listing/listing-parameters.server";
import { randomAnimeJson } from "~/features/listing/random-anime.server";
import { servicesContext } from "~/http/context";
import { hiddenResponse, hidesTitles } from "./hidden-response.server";
import { resource } from "~/http/api/resource.server";

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "A random anime",
      description: "Accepts the filters of the listing. 404 when no title matches.",
      tags: ["Catalog"],
      query: filterParametersSchema,
      responses: { 200: { description: "The anime.", schema: z.object({ data: animeSchema }) } },
      async handle(input) {
        const services = input.context.get(servicesContext);
        const { searchParams } = input.url;
        const query = parseFilters(searchParams);
        if (hidesTitles(searchParams))
          return hiddenResponse(input, async ({ parentalControl, hidden }) => ({
            json: `{"data":${await randomAnimeJson(services, { ...query, parentalControl }, { hidden })}}`,
          }));
        const { parentalControl } = await requestControl(
          input.request,
          input.context,
          searchParams,
        );
        const anime = await randomAnimeJson(services, { ...query, parentalControl });
        return new Response(`{"data":${anime}}`, {
          headers: {
            "content-type": "application/json; charset=utf-8",
            "cache-control": "no-store",
          },
        });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
