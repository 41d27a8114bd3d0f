import { href } from "react-router";
import { z } from "zod";
import { entryIdSchema, entryInputSchema } from "~/features/watch-list/entry-input";
import {
  removeEntry,
  setCollectionType,
} from "~/features/watch-list/tracking/track-entries.server";
import { servicesContext } from "~/http/context";
import type { Operation } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { getTracker } from "~/http/forms/get-tracker.server";
import { animeIdField, animeIdParameter, collectionTypeField } from "~/routes/api/parameters";
import { messageResponse, afterListForm } from "~/routes/api/responses.server";

const TAGS = ["Watch list"];
/** An entry's title and its collection. */
export const entryBody = z.object({ animeId: animeIdField, type: collectionTypeField });
const idBody = z.object({ animeId: animeIdField });

/** Adds an entry, at both of its paths. */
export const add: Operation = {
  tokenScope: "list:write",
  summary: "Add an anime to the watch list",
  description:
    "Moves an anime that is already on the list. 404 when the catalog has no such anime. The message does not name a title that parental control hides.",
  tags: TAGS,
  body: entryBody,
  responses: { 200: messageResponse, 302: afterListForm },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const body = await readBody(request);
    const { animeId, type } = parseInput(entryInputSchema, body.value);
    const tracker = getTracker(request, context, session.user);
    const { entries } = await setCollectionType(db, tracker, animeId, type);
    const title = entries[0]?.title.name ?? "The anime";
    return body.isForm
      ? formRedirect(body, href("/list"))
      : jsonResponse({ success: true, data: { message: `${title} is in your list as ${type}.` } });
  }),
};

/** Removes an entry, at both of its paths. */
export const remove: Operation = {
  tokenScope: "list:write",
  summary: "Remove an anime from the watch list",
  description:
    "From any collection; succeeds when it is in none. Clients that cannot send a body with DELETE use `?animeId=`.",
  tags: TAGS,
  query: z.object({ animeId: animeIdParameter.optional() }),
  body: idBody,
  responses: { 200: messageResponse },
  handle: withSession(async ({ request, url, context, session }) => {
    const { db } = context.get(servicesContext);
    const body = await readBody(request);
    const value = body.value ?? Object.fromEntries(url.searchParams);
    const tracker = getTracker(request, context, session.user);
    const { entries } = await removeEntry(db, tracker, parseInput(entryIdSchema, value).animeId);
    const wasThere = entries.some(({ before }) => before.listed);
    return jsonResponse({
      success: true,
      data: {
        message: wasThere ? "The anime is off your list." : "The anime was not on your list.",
      },
    });
  }),
};
