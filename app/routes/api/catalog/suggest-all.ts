import { z } from "zod";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { animePath, studioPath } from "~/features/catalog/view/anime-path";
import { characterPath, personPath } from "~/features/credits/view/credit-path";
import { foldSearch } from "~/features/listing/parse-listing.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { suggestAnime } from "~/features/listing/suggest/suggest-anime.server";
import { cachedResponse } from "./cached-response.server";
import { resource } from "~/http/api/resource.server";
import type { CatalogTools } from "~/services/shared-services";
import { suggestAllCredits } from "~/pages/parts/suggest-credits.server";
import { CATALOG_FRESHNESS } from "./freshness";

const MAX_CREDITS_OF_A_KIND = 3;

const suggestionSchema = z.object({
  type: z.enum(["anime", "character", "person", "studio"]),
  id: z.int().nullable().meta({ description: "Null for studios, which have names only." }),
  name: z.string(),
  image_url: z.string().nullable(),
  path: z.string().meta({ description: "Of the page on this site." }),
});

/** Suggests titles first, then at most three each of characters, people and studios. */
async function suggestAll(
  catalog: CatalogTools,
  text: string,
  parentalControl: ParentalControl,
): Promise<z.output<typeof suggestionSchema>[]> {
  const [titles, { characters, people, studios }] = await Promise.all([
    suggestAnime(catalog, { text, parentalControl }),
    suggestAllCredits(catalog, { text, parentalControl, limit: MAX_CREDITS_OF_A_KIND }),
  ]);
  return [
    ...titles.map((title) => ({
      type: "anime" as const,
      id: title.mal_id,
      name: title.title,
      image_url: title.image_webp,
      path: animePath(title),
    })),
    ...characters.map((character) => ({
      type: "character" as const,
      id: character.id,
      name: character.name,
      image_url: character.image_url,
      path: characterPath(character),
    })),
    ...people.map((person) => ({
      type: "person" as const,
      id: person.id,
      name: person.name,
      image_url: person.image_url,
      path: personPath(person),
    })),
    ...studios.map((name) => ({
      type: "studio" as const,
      id: null,
      name,
      image_url: null,
      path: studioPath(name),
    })),
  ];
}

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Titles, characters, people and studios for a partial search",
      description:
        "At most ten titles and three each of the others, best match first; none for an empty search.",
      tags: ["Catalog"],
      query: z.object({
        q: z.string().optional().meta({ description: "The text so far, at most 256 characters." }),
        parental_control: parentalControlParameter,
      }),
      responses: {
        200: {
          description: "The suggestions.",
          schema: z.object({ data: z.array(suggestionSchema) }),
        },
      },
      ...cachedResponse({
        name: "suggest-all",
        freshness: CATALOG_FRESHNESS,
        parse(parameters, catalog, { parentalControl }) {
          const reader = new ParameterReader(parameters);
          const text = reader.search(["q", "search_query"]);
          reader.throwIfInvalid();
          return {
            queryKey: `${String(parentalControl)} ${text === null ? "" : foldSearch(text)}`,
            produce: async () => ({
              json: JSON.stringify({
                data: text === null ? [] : await suggestAll(catalog, text, parentalControl),
              }),
            }),
          };
        },
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
