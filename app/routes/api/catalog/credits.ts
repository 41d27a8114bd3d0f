import { z } from "zod";
import {
  castMemberSchema,
  namedSchema,
  roleSchema,
  staffMemberSchema,
  themeSongSchema,
} from "~/features/credits/credit";
import { getCharacter } from "~/features/credits/get-character.server";
import { getPerson } from "~/features/credits/get-person.server";
import { getCreditsJson } from "~/features/credits/get-title-credits.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { cachedResponse } from "./cached-response.server";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { animeIdParameter } from "~/routes/api/parameters";
import type { Database } from "~db/client.server";
import { CATALOG_FRESHNESS } from "./freshness";

const titleSchema = z.object({
  mal_id: z.int(),
  title: z.string(),
  type: z.string().nullable(),
  year: z.int().nullable(),
});

const creditsSchema = z.object({
  characters: z.array(castMemberSchema),
  staff: z.array(staffMemberSchema),
  songs: z.array(themeSongSchema),
});

const about = z.string().nullable().meta({ description: "The biography, as plain text." });

const characterSchema = namedSchema.extend({
  about,
  favorites: z.int(),
  titles: z.array(titleSchema.extend({ role: roleSchema })),
  voice_actors: z.array(namedSchema.extend({ language: z.string(), titles: z.array(z.int()) })),
});

const personSchema = namedSchema.extend({
  about,
  titles: z.array(
    titleSchema.extend({
      characters: z.array(namedSchema.extend({ role: roleSchema, language: z.string() })),
      roles: z.array(z.string()),
    }),
  ),
});

export const creditEndpoints: readonly Endpoint[] = [
  {
    path: "/api/animes/credits",
    methods: {
      GET: {
        tokenScope: "public",
        summary: "Characters, staff and theme songs of a title",
        description:
          "At most 1,000 characters, main ones first, each with voice actors by language, and 1,000 people. 403 when parental control hides the title.",
        tags: ["Catalog"],
        query: z.object({ id: animeIdParameter, parental_control: parentalControlParameter }),
        responses: {
          200: { description: "The credits.", schema: z.object({ data: creditsSchema }) },
        },
        handle: cachedById("credits", ["id", "mal_id"], getCreditsJson),
      },
    },
  },
  {
    path: "/api/characters",
    methods: {
      GET: {
        tokenScope: "public",
        summary: "One character with titles and voice actors",
        description: "404 also for a character whose titles are all hidden.",
        tags: ["Catalog"],
        query: z.object({
          id: z.int().min(1).meta({ description: "The character's id." }),
          parental_control: parentalControlParameter,
        }),
        responses: {
          200: { description: "The character.", schema: z.object({ data: characterSchema }) },
        },
        handle: cachedById("character", ["id"], getCharacter),
      },
    },
  },
  {
    path: "/api/people",
    methods: {
      GET: {
        tokenScope: "public",
        summary: "One person with voice roles and staff roles",
        description: "Titles newest first. 404 also for a person whose titles are all hidden.",
        tags: ["Catalog"],
        query: z.object({
          id: z.int().min(1).meta({ description: "The person's id." }),
          parental_control: parentalControlParameter,
        }),
        responses: {
          200: { description: "The person.", schema: z.object({ data: personSchema }) },
        },
        handle: cachedById("person", ["id"], getPerson),
      },
    },
  },
];

function cachedById(
  name: string,
  parameterNames: readonly [string, ...string[]],
  read: (db: Database, options: Viewer & { id: number }) => Promise<unknown>,
): Operation["handle"] {
  return cachedResponse({
    name,
    freshness: CATALOG_FRESHNESS,
    parse(parameters, { db }) {
      const reader = new ParameterReader(parameters);
      const id = reader.requiredInteger(parameterNames);
      reader.throwIfInvalid();
      const parentalControl = parseParentalControl(parameters);
      return {
        key: `${id} ${parentalControl}`,
        produce: async () => ({
          json: JSON.stringify({ data: await read(db, { id, parentalControl }) }),
        }),
      };
    },
  });
}
