import { entryInputSchema } from "~/features/watch-list/entry-input";
import { moveEntry } from "~/features/watch-list/tracking/track-entries.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { getTracker } from "~/http/forms/get-tracker.server";
import { entryBody } from "./watch-list-operations.server";
import { messageResponse } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    PUT: {
      tokenScope: "list:write",
      summary: "Move an anime to another collection",
      description: "404 when it is not on the list.",
      tags: ["Watch list"],
      body: entryBody,
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const input = parseInput(entryInputSchema, (await readBody(request)).value);
        await moveEntry(db, getTracker(request, context, session.user), input.animeId, input.type);
        return jsonResponse({
          success: true,
          data: { message: `The anime is in your list as ${input.type}.` },
        });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
