import { z } from "zod";
import { episodeSchema, pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import {
  EPISODES_PER_PAGE,
  listEpisodes,
  MAX_EPISODES_PER_PAGE,
} from "~/features/catalog/episodes/list-episodes.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { MAX_INTEGER, ParameterReader } from "~/features/listing/parameter-reader.server";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { animeIdParameter } from "~/routes/api/parameters";

const positive = z.int().min(1).optional();

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "An anime's episodes",
      description: "403 when parental control hides the anime.",
      tags: ["Episodes"],
      query: z.object({
        id: animeIdParameter,
        page: positive.meta({ description: "From 1. Alias: page_number." }),
        limit: positive.meta({
          description: `Episodes per page, at most ${MAX_EPISODES_PER_PAGE}, ${EPISODES_PER_PAGE} when absent. Also spelled limit_count.`,
        }),
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "One page.",
          schema: z.object({ data: z.array(episodeSchema), meta: pageMetaSchema }),
        },
      },
      ...cachedResponse({
        name: "episodes",
        freshness: CATALOG_FRESHNESS,
        parse(parameters, { db }, { parentalControl }) {
          const reader = new ParameterReader(parameters);
          const animeId = reader.requiredInteger(["id", "mal_id"]);
          const page = reader.positiveInteger(["page", "page_number"], MAX_INTEGER, 1);
          const perPage = reader.positiveInteger(
            ["limit", "limit_count"],
            MAX_EPISODES_PER_PAGE,
            EPISODES_PER_PAGE,
          );
          reader.throwIfInvalid();
          return {
            queryKey: `${animeId} ${page} ${perPage} ${String(parentalControl)}`,
            async produce() {
              const { items, total } = await listEpisodes(db, {
                animeId,
                parentalControl,
                page,
                perPage,
              });
              return {
                json: JSON.stringify({ data: items, meta: pageMeta(total, page, perPage) }),
              };
            },
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
