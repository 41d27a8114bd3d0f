import { z } from "zod";
import { seenInputSchema } from "~/features/watch-list/tracking/track-input";
import { setSeen } from "~/features/watch-list/tracking/track-entries.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { parseFormFields } from "~/http/pages/form-values";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { animeIdField } from "~/routes/api/parameters";
import { FORM_KINDS, entryResponse, respondWithEntry } from "./entry-requests.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "list:write",
      summary: "Set the number of seen episodes, or mark one",
      description:
        '`episodes` is "+1", "-1" or a number; "+1" marks the next episode. Or `episode` with `seen` marks one. The first seen episode starts the title, the last completes it, and "+1" on a completed title begins a rewatch.',
      tags: ["Watch list"],
      body: z.object({
        animeId: animeIdField,
        episodes: z.union([z.enum(["+1", "-1"]), z.int().min(0)]).optional(),
        episode: z.int().min(0).optional(),
        seen: z.boolean().optional(),
      }),
      responses: entryResponse,
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const { animeId: id, change } = parseInput(
          seenInputSchema,
          parseFormFields(body, FORM_KINDS),
        );
        const { entries } = await setSeen(
          db,
          getTracker(request, context, session.user),
          id,
          change,
        );
        return respondWithEntry({ context, session }, entries[0]?.malId ?? id, body);
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
