import { z } from "zod";
import { animeSchema, pageMetaSchema } from "~/features/catalog/anime";
import { listingKey, parseListing } from "~/features/catalog/listing/listing-filters";
import { listingSearchParams, type ListingQuery } from "~/features/catalog/listing/listing-query";
import { listingParametersSchema } from "~/features/catalog/listing/listing-parameters";
import { ParameterReader } from "~/features/catalog/listing/parameter-reader";
import { readSeason, SEASONS } from "~/features/catalog/vocabulary";
import { seasonAt, type SeasonOfYear } from "~/features/catalog/schedule/season";
import type { Endpoint } from "~/http/api/endpoint";
import { publicAnswer } from "~/http/api/public-answer.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { listingPage } from "./listing-page";

const PATH = "/api/animes/seasonal";

const answerSchema = z.object({
  data: z.array(animeSchema),
  meta: pageMetaSchema.extend({ year: z.int(), season: z.enum(SEASONS) }),
});

/** The titles of one season. `clock` tells which season is the current one. */
export function seasonalEndpoint(clock: () => Date = () => new Date()): Endpoint {
  const current = (): SeasonOfYear => seasonAt(clock());
  return {
    path: PATH,
    methods: {
      GET: {
        summary: "The titles of a season",
        description:
          "The listing's filters and pages for one season of one year, most popular first unless asked otherwise. Year and season are each the current one, by Japan's calendar, unless given.",
        tags: ["Catalog"],
        query: listingParametersSchema.omit({ season_filter: true, year_filter: true }).extend({
          year: z.string().optional().meta({ description: "The year." }),
          season: z
            .string()
            .optional()
            .meta({ description: `${SEASONS.join(", ")} (autumn means Fall).` }),
        }),
        answers: {
          200: {
            description: "One page. The Link header names the first, previous, next and last.",
            schema: answerSchema,
          },
        },
        handle: publicAnswer({
          name: "seasonal",
          freshness: CATALOG_FRESHNESS,
          epoch: () => Object.values(current()).join(" "),
          read(parameters, services) {
            const season = readSeasonOfYear(parameters, current());
            const query = seasonQuery(parameters, season);
            return {
              key: listingKey(query),
              produce: () =>
                listingPage(services, query, {
                  path: PATH,
                  parametersOf: (page) => seasonSearchParams(season, page),
                  more: { year: season.year, season: season.name },
                }),
            };
          },
        }),
      },
    },
  };
}

function readSeasonOfYear(parameters: URLSearchParams, current: SeasonOfYear): SeasonOfYear {
  const reader = new ParameterReader(parameters);
  const [year = current.year] = reader.integers("year");
  const [name = current.name] = reader.members("season", readSeason, SEASONS);
  reader.finish();
  return { year, name };
}

function seasonQuery(parameters: URLSearchParams, { year, name }: SeasonOfYear): ListingQuery {
  const filters = new URLSearchParams(parameters);
  for (const other of ["season_filter", "year_filter"]) filters.delete(other);
  const query = parseListing(filters);
  const orderGiven = (parameters.get("order_by") ?? "").trim() !== "" || query.search !== null;
  return {
    ...query,
    years: [year],
    seasons: [name],
    order: orderGiven ? query.order : "popularity",
  };
}

function seasonSearchParams({ year, name }: SeasonOfYear, query: ListingQuery): URLSearchParams {
  const rest = listingSearchParams({ ...query, years: [], seasons: [] });
  // The listing leaves out its own default order, which is not the season's.
  if (!rest.has("order_by")) rest.set("order_by", query.order);
  return new URLSearchParams([["year", String(year)], ["season", name.toLowerCase()], ...rest]);
}
