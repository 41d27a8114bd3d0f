import { href } from "react-router";
import { z } from "zod";
import {
  bulkInputSchema,
  EDITED_FIELDS,
  MAX_BULK_TITLES,
} from "~/features/watch-list/tracking/track-input";
import { changeInBulk } from "~/features/watch-list/tracking/track-entries.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { animeIdField } from "~/routes/api/parameters";
import { ENTRY_BODY_LIMITS, FORM_KINDS, fieldsBody } from "./entry-requests.server";
import { envelope, afterListForm } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "list:write",
      summary: "Change or remove many entries at once",
      description: `The same fields for 1 to ${MAX_BULK_TITLES} titles, or \`remove: true\`; all or nothing. \`event_id\` undoes all of it and is null when nothing changed.`,
      tags: ["Watch list"],
      body: z.object({
        animeIds: z.array(animeIdField).min(1).max(MAX_BULK_TITLES),
        set: z.object(fieldsBody).optional(),
        remove: z.boolean().optional(),
      }),
      responses: {
        200: {
          description: "How many entries changed.",
          schema: envelope(z.object({ changed: z.int(), event_id: z.string().nullable() })),
        },
        302: afterListForm,
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request, ENTRY_BODY_LIMITS);
        const { animeIds, set } = parseInput(bulkInputSchema, toBulkInput(body));
        const tracker = getTracker(request, context, session.user);
        const { changed, eventId } = await changeInBulk(db, tracker, animeIds, set);
        return body.isForm
          ? formRedirect(body, href("/list"))
          : jsonResponse({ success: true, data: { changed, event_id: eventId } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

function toBulkInput(body: Body): unknown {
  const value = parseFormFields(body, FORM_KINDS);
  if (!body.isForm || typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).filter(([name]) =>
    (EDITED_FIELDS as readonly string[]).includes(name),
  );
  return named.length === 0 ? value : { ...value, set: Object.fromEntries(named) };
}
