import { z } from "zod";
import { namedSchema, roleSchema } from "~/features/credits/credit";
import { getPerson } from "~/features/credits/get-person.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { aboutField, titleSchema } from "./credited-title";
import { cachedById } from "./cached-by-id.server";

const personSchema = namedSchema.extend({
  about: aboutField,
  titles: z.array(
    titleSchema.extend({
      characters: z.array(namedSchema.extend({ role: roleSchema, language: z.string() })),
      roles: z.array(z.string()),
    }),
  ),
});

const endpoint = resource({
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
      ...cachedById("person", ["id"], getPerson),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
