import { z } from "zod";
import { castMemberSchema, staffMemberSchema, themeSongSchema } from "~/features/credits/credit";
import { getCreditsJson } from "~/features/credits/get-title-credits.server";
import { parentalControlParameter } from "~/features/listing/listing-parameters.server";
import { resource } from "~/http/api/resource.server";
import { animeIdParameter } from "~/routes/api/parameters";
import { cachedById } from "./cached-by-id.server";

const creditsSchema = z.object({
  characters: z.array(castMemberSchema),
  staff: z.array(staffMemberSchema),
  songs: z.array(themeSongSchema),
});

const endpoint = resource({
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
      ...cachedById("credits", ["id", "mal_id"], getCreditsJson),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
