import { z } from "zod";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import {
  collectionTypeSchema,
  entryIdSchema,
  entryInputSchema,
} from "~/features/watch-list/entry-input";
import { listEntries } from "~/features/watch-list/list-entries.server";
import {
  moveEntry,
  removeEntry,
  setCollectionType,
} from "~/features/watch-list/tracking/track-entries.server";
import { requestContext, servicesContext } from "~/http/context";
import { atPaths } from "~/http/api/aliases";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { getTracker } from "~/pages/forms/get-tracker.server";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";
import { withEntryImage } from "./entry-image";
import { animeIdField, animeIdParameter, collectionTypeField } from "~/routes/api/parameters";

const TAGS = ["Watch list"];
const message = { description: "A confirmation message.", schema: envelope(messageSchema) };
const afterForm = { description: "For a form: redirects to `returnTo` or the list." };
const entryBody = z.object({ animeId: animeIdField, type: collectionTypeField });
const idBody = z.object({ animeId: animeIdField });

const put: Operation = {
  tokenScope: "list:write",
  summary: "Add an anime to the watch list",
  description:
    "Moves an anime that is already on the list. 404 when the catalog has no such anime. The message does not name a title that parental control hides.",
  tags: TAGS,
  body: entryBody,
  responses: { 200: message, 302: afterForm },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const body = await readBody(request);
    const { animeId, type } = parseInput(entryInputSchema, body.value);
    const tracker = getTracker(request, context, session.user);
    const { entries } = await setCollectionType(db, tracker, animeId, type);
    const title = entries[0]?.title.name ?? "The anime";
    return body.isForm
      ? formRedirect(body, "/list")
      : jsonResponse({ success: true, data: { message: `${title} is in your list as ${type}.` } });
  }),
};

const remove: Operation = {
  tokenScope: "list:write",
  summary: "Remove an anime from the watch list",
  description:
    "From any collection; succeeds when it is in none. Clients that cannot send a body with DELETE use `?animeId=`.",
  tags: TAGS,
  query: z.object({ animeId: animeIdParameter.optional() }),
  body: idBody,
  responses: { 200: message },
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

const update: Operation = {
  tokenScope: "list:write",
  summary: "Move an anime to another collection",
  description: "404 when it is not on the list.",
  tags: TAGS,
  body: entryBody,
  responses: { 200: message },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const input = parseInput(entryInputSchema, (await readBody(request)).value);
    await moveEntry(db, getTracker(request, context, session.user), input.animeId, input.type);
    return jsonResponse({
      success: true,
      data: { message: `The anime is in your list as ${input.type}.` },
    });
  }),
};

const listQuery = z.object({ type: collectionTypeSchema.optional() });

const list: Operation = {
  tokenScope: "list:read",
  summary: "Read the watch list",
  description:
    "The whole list, latest change first, or one collection with `type`. Parental control omits mature titles; the export includes their ids.",
  tags: TAGS,
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
};

export const watchListEndpoints: readonly Endpoint[] = [
  ...atPaths(["/api/user/watchList", "/api/user/watchlist"], {
    methods: { GET: list, POST: put, DELETE: remove },
  }),
  { path: "/api/user/watchlist/add", methods: { POST: put } },
  { path: "/api/user/watchlist/remove", methods: { DELETE: remove } },
  { path: "/api/user/watchlist/update", methods: { PUT: update } },
];
