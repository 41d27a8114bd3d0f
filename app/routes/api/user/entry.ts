import { z } from "zod";
import { documentedFieldShape } from "~/features/watch-list/tracking/entry-fields.server";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { patchEntrySchema } from "~/features/watch-list/tracking/track-input";
import { setEntryFields } from "~/features/watch-list/tracking/track-entries.server";
import { MAX_REWATCHES } from "~/features/watch-list/tracking/entry-limits";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { animeIdField, animeIdParameter } from "~/routes/api/parameters";
import {
  ENTRY_BODY_LIMITS,
  FORM_KINDS,
  entryResponse,
  fieldsBody,
  respondWithEntry,
} from "./entry-requests.server";
import { envelope } from "~/routes/api/responses.server";

const TAGS = ["Watch list"];

const { startedOn, finishedOn, score } = documentedFieldShape;

const rewatchesBody = z.array(z.object({ startedOn, finishedOn, score })).max(MAX_REWATCHES).meta({
  description:
    "All of them; those left out are removed. While rewatching, the last one is under way if it has no finish date.",
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "Read an entry of the watch list",
      description: "Null when the title is not on the list, or hidden by parental control.",
      tags: TAGS,
      query: z.object({ animeId: animeIdParameter }),
      responses: {
        200: {
          description: "The entry, or null.",
          schema: envelope(watchListEntrySchema.nullable()),
        },
      },
      handle: withSession(async ({ url, context, session }) => {
        const { animeId: id } = parseInput(
          z.object({ animeId: animeIdSchema }),
          Object.fromEntries(url.searchParams),
        );
        return isPossibleAnimeId(id)
          ? respondWithEntry({ context, session }, id, { value: null, isForm: false })
          : jsonResponse({ success: true, data: null });
      }),
    },
    PATCH: {
      tokenScope: "list:write",
      summary: "Change an entry of the watch list",
      description:
        "Absent fields are unchanged; null clears a field. Adds the title when it is not on the list. Setting `completed` marks all episodes as seen; a title that has not started airing cannot be completed. 400 for more episodes than the title has, a finish date before the start, and dates in the future.",
      tags: TAGS,
      body: z.object({
        animeId: animeIdField,
        ...fieldsBody,
        rewatches: rewatchesBody.nullable().optional(),
      }),
      responses: entryResponse,
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request, ENTRY_BODY_LIMITS);
        const { animeId: id, ...fields } = parseInput(
          patchEntrySchema,
          parseFormFields(body, FORM_KINDS),
        );
        const { entries } = await setEntryFields(
          db,
          getTracker(request, context, session.user),
          id,
          fields,
        );
        return respondWithEntry({ context, session }, entries[0]?.malId ?? id, body);
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
