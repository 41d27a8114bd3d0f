import { z } from "zod";
import { SEASONS } from "~/features/catalog/vocabulary";
import { seasonAt } from "~/features/schedule/season";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";

const responseSchema = z.object({ data: z.object({ year: z.int(), name: z.enum(SEASONS) }) });

const currentSeason = (): string => JSON.stringify({ data: seasonAt(new Date()) });

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "The present season",
      description:
        "Its year and name. Seasons begin in January, April, July and October, at midnight in Japan.",
      tags: ["Catalog"],
      responses: { 200: { description: "The season.", schema: responseSchema } },
      ...cachedResponse({
        name: "current-season",
        freshness: CATALOG_FRESHNESS,
        version: currentSeason,
        parse() {
          const json = currentSeason();
          return { queryKey: json, produce: () => Promise.resolve({ json }) };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
