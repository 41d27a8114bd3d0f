import { z } from "zod";
import { episodeSchema, pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import {
  EPISODES_PER_PAGE,
  getEpisode,
  listEpisodes,
  MOST_EPISODES_PER_PAGE,
} from "~/features/catalog/episodes/list-episodes.server";
import { readParentalControl } from "~/features/catalog/listing/listing-filters";
import { parentalControlParameter } from "~/features/catalog/listing/listing-parameters";
import { LARGEST_INTEGER, ParameterReader } from "~/features/catalog/listing/parameter-reader";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";

const parameter = (description: string) => z.string().optional().meta({ description });

const list: Operation = {
  summary: "An anime's episodes by number",
  description: "403 when parental control hides the anime.",
  tags: ["Episodes"],
  query: z.object({
    id: z.string().meta({ description: "The anime's mal_id." }),
    page: parameter("The page, from 1. Also spelled page_number."),
    limit: parameter(
      `Episodes a page, 1 to ${MOST_EPISODES_PER_PAGE}, ${EPISODES_PER_PAGE} unless given. Also spelled limit_count.`,
    ),
    parental_control: parentalControlParameter,
  }),
  answers: {
    200: {
      description: "One page.",
      schema: z.object({ data: z.array(episodeSchema), meta: pageMetaSchema }),
    },
  },
  handle: publicAnswer({
    name: "episodes",
    freshness: CATALOG_FRESHNESS,
    read(parameters, { db }) {
      const reader = new ParameterReader(parameters);
      const animeId = reader.required(["id", "mal_id"]);
      const page = reader.count(["page", "page_number"], LARGEST_INTEGER, 1);
      const perPage = reader.count(
        ["limit", "limit_count"],
        MOST_EPISODES_PER_PAGE,
        EPISODES_PER_PAGE,
      );
      reader.finish();
      const parentalControl = readParentalControl(parameters);
      return {
        key: `${animeId} ${page} ${perPage} ${parentalControl}`,
        async produce() {
          const { items, total } = await listEpisodes(db, {
            animeId,
            parentalControl,
            page,
            perPage,
          });
          return { json: JSON.stringify({ data: items, meta: pageMeta(total, page, perPage) }) };
        },
      };
    },
  }),
};

const one: Operation = {
  summary: "One episode",
  description: "403 when parental control hides its anime.",
  tags: ["Episodes"],
  query: z.object({
    mal_id: z.string().meta({ description: "The anime's mal_id." }),
    ep: z.string().meta({ description: "The episode's number." }),
    parental_control: parentalControlParameter,
  }),
  answers: { 200: { description: "The episode.", schema: z.object({ data: episodeSchema }) } },
  handle: publicAnswer({
    name: "episode",
    freshness: CATALOG_FRESHNESS,
    read(parameters, { db }) {
      const reader = new ParameterReader(parameters);
      const animeId = reader.required(["mal_id", "id"]);
      const number = reader.required(["ep", "episode"]);
      reader.finish();
      const parentalControl = readParentalControl(parameters);
      return {
        key: `${animeId} ${number} ${parentalControl}`,
        produce: async () => ({
          json: JSON.stringify({
            data: await getEpisode(db, { animeId, number, parentalControl }),
          }),
        }),
      };
    },
  }),
};

/** Episode lists and single episodes, each under both of its addresses. */
export const episodeEndpoints: readonly Endpoint[] = [
  { path: "/api/episodes", methods: { GET: list } },
  { path: "/api/animes/episodes", methods: { GET: list } },
  { path: "/api/episodes/getEpisode", methods: { GET: one } },
  { path: "/api/animes/episode", methods: { GET: one } },
];
