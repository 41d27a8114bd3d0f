import { href } from "react-router";
import { z } from "zod";
import { pageMetaSchema } from "~/features/catalog/anime";
import { animeSchema } from "~/features/catalog/anime-schema.server";
import { listingKey, parseListing } from "~/features/listing/parse-listing.server";
import { listingSearchParams, type ListingQuery } from "~/features/listing/listing-query";
import { listingParametersSchema } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { SEASONS } from "~/features/catalog/vocabulary";
import { parseSeason } from "~/features/catalog/parse-vocabulary";
import { seasonAt, type SeasonOfYear } from "~/features/schedule/season";
import { resource } from "~/http/api/resource.server";
import { cachedResponse } from "./cached-response.server";
import { CATALOG_FRESHNESS } from "./freshness";
import { listingPage } from "./listing-page";

const PATH = href("/api/animes/seasonal");

const OWN_PARAMETERS = { season_filter: true, year_filter: true } as const;

const currentSeason = (): SeasonOfYear => seasonAt(new Date());

const responseSchema = z.object({
  data: z.array(animeSchema),
  meta: pageMetaSchema.extend({ year: z.int(), season: z.enum(SEASONS) }),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "The titles of a season",
      description:
        "The listing for one season, most popular first by default. Year and season default to the current ones in Japan.",
      tags: ["Catalog"],
      query: listingParametersSchema.omit(OWN_PARAMETERS).extend({
        year: z.int().optional().meta({ description: "The year." }),
        season: z
          .string()
          .optional()
          .meta({ description: `${SEASONS.join(", ")} (autumn means Fall).` }),
      }),
      responses: {
        200: {
          description: "One page. The Link header has the first, previous, next and last page.",
          schema: responseSchema,
        },
      },
      ...cachedResponse({
        name: "seasonal",
        freshness: CATALOG_FRESHNESS,
        canHide: true,
        version: () => Object.values(currentSeason()).join(" "),
        parse(parameters, catalog, { parentalControl, hidden }) {
          const season = readSeasonOfYear(parameters, currentSeason());
          const query = { ...seasonQuery(parameters, season), parentalControl };
          return {
            queryKey: listingKey(query),
            produce: () =>
              listingPage(catalog, query, {
                path: PATH,
                hidden,
                parametersOf: (page) => seasonSearchParams(season, page),
                more: { year: season.year, season: season.name },
              }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function readSeasonOfYear(parameters: URLSearchParams, current: SeasonOfYear): SeasonOfYear {
  const reader = new ParameterReader(parameters);
  const [year = current.year] = reader.integers("year");
  const [name = current.name] = reader.choices("season", parseSeason, SEASONS);
  reader.throwIfInvalid();
  return { year, name };
}

function seasonQuery(parameters: URLSearchParams, { year, name }: SeasonOfYear): ListingQuery {
  const filters = new URLSearchParams(parameters);
  for (const name of Object.keys(OWN_PARAMETERS)) filters.delete(name);
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
  // The order of a season differs from the listing's default.
  if (!rest.has("order_by")) rest.set("order_by", query.order);
  return new URLSearchParams([["year", String(year)], ["season", name.toLowerCase()], ...rest]);
}
