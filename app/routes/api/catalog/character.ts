import { z } from "zod";
import { namedSchema, roleSchema } from "~/features/credits/credit";
import { getCharacter } from "~/features/credits/get-character.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { aboutField, titleSchema } from "./credited-title";
import { cachedById } from "./cached-by-id.server";

const characterSchema = namedSchema.extend({
  about: aboutField,
  favorites: z.int(),
  titles: z.array(titleSchema.extend({ role: roleSchema })),
  voice_actors: z.array(namedSchema.extend({ language: z.string(), titles: z.array(z.int()) })),
});

const endpoint = resource({
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
      ...cachedById("character", ["id"], getCharacter),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
