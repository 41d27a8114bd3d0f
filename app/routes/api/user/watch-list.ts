import { z } from "zod";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import { collectionTypeSchema } from "~/features/watch-list/entry-input";
import { listEntries } from "~/features/watch-list/list-entries.server";
import { requestContext, servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { withEntryImage } from "./entry-image";
import { collectionTypeField } from "~/routes/api/parameters";
import { add, remove } from "./watch-list-operations.server";
import { envelope } from "~/routes/api/responses.server";

const listQuery = z.object({ type: collectionTypeSchema.optional() });

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Read the watch list",
      description:
        "The whole list, latest change first, or one collection with `type`. Parental control omits mature titles; the export includes their ids.",
      tags: ["Watch list"],
      query: z.object({
        type: collectionTypeField.optional().meta({ description: "One collection only." }),
      }),
      responses: {
        200: { description: "The entries.", schema: envelope(z.array(watchListEntrySchema)) },
      },
      handle: withSession(async ({ url, context, session }) => {
        const { db } = context.get(servicesContext);
        const { origin } = context.get(requestContext);
        const typeParam = url.searchParams.get("type") ?? "";
        const { type } = parseInput(listQuery, typeParam === "" ? {} : { type: typeParam });
        const entries = await listEntries(db, session.user.id, {
          type,
          parentalControl: session.user.preferences.parentalControl,
        });
        return jsonResponse({
          success: true,
          data: entries.map((entry) => withEntryImage(entry, origin)),
        });
      }),
    },
    POST: add,
    DELETE: remove,
  },
});

export const loader = endpoint;
export const action = endpoint;
