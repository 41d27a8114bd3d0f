import { z } from "zod";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { getEntry } from "~/features/watch-list/list-entries.server";
import { FLAG_FIELDS } from "~/features/watch-list/tracking/entry-fields";
import { documentedFieldShape } from "~/features/watch-list/tracking/entry-fields.server";
import {
  bulkInputSchema,
  EDITED_FIELDS,
  MAX_BULK_TITLES,
  patchEntrySchema,
  seenInputSchema,
  undoInputSchema,
} from "~/features/watch-list/tracking/track-input";
import {
  changeInBulk,
  setEntryFields,
  setSeen,
} from "~/features/watch-list/tracking/track-entries.server";
import { MAX_REWATCHES } from "~/features/watch-list/tracking/entry-limits";
import { redoEvent, undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { requestContext, servicesContext } from "~/http/context";
import { atPaths } from "~/http/api/aliases";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { withSession, type SessionInput } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { getTracker } from "~/pages/forms/get-tracker.server";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";
import { withEntryImage } from "./entry-image";
import { animeIdField, animeIdParameter } from "~/routes/api/parameters";
import { events, statistics } from "./tracking-history";

const TAGS = ["Watch list"];

const { startedOn, finishedOn, score } = documentedFieldShape;

const fieldsBody = {
  ...documentedFieldShape,
  episodesSeen: z.int().min(0).nullable().optional(),
};

const rewatchesBody = z.array(z.object({ startedOn, finishedOn, score })).max(MAX_REWATCHES).meta({
  description:
    "All of them; those left out are removed. While rewatching, the last one is under way if it has no finish date.",
});

const entryResponse = {
  200: {
    description:
      "The entry; null when parental control hides the title, or when nothing put it on the list.",
    schema: envelope(watchListEntrySchema.nullable()),
  },
  302: { description: "For a form: redirects to `returnTo` or the list." },
};

/** Room for 500 titles with long notes. */
const BODY_LIMITS = { text: 256 * 1024 };

const FLAGS: readonly string[] = [...FLAG_FIELDS, "seen", "remove"];
const FORM_KINDS = {
  booleans: FLAGS,
  optional: EDITED_FIELDS.filter((name) => !FLAGS.includes(name)),
};

async function respondWithEntry(
  { context, session }: Pick<SessionInput, "context" | "session">,
  id: number,
  body: Body,
): Promise<Response> {
  if (body.isForm) return formRedirect(body, "/list");
  const { db } = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  const entry = await getEntry(db, session.user.id, id, session.user.preferences);
  return jsonResponse({
    success: true,
    data: entry === null ? null : withEntryImage(entry, origin),
  });
}

const patch: Operation = {
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
    const body = await readBody(request, BODY_LIMITS);
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
};

const entry: Operation = {
  tokenScope: "list:read",
  summary: "Read an entry of the watch list",
  description: "Null when the title is not on the list, or hidden by parental control.",
  tags: TAGS,
  query: z.object({ animeId: animeIdParameter }),
  responses: {
    200: { description: "The entry, or null.", schema: envelope(watchListEntrySchema.nullable()) },
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
};

const seen: Operation = {
  tokenScope: "list:write",
  summary: "Set the number of seen episodes, or mark one",
  description:
    '`episodes` is "+1", "-1" or a number; "+1" marks the next episode. Or `episode` with `seen` marks one. The first seen episode starts the title, the last completes it, and "+1" on a completed title begins a rewatch.',
  tags: TAGS,
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
    const { animeId: id, change } = parseInput(seenInputSchema, parseFormFields(body, FORM_KINDS));
    const { entries } = await setSeen(db, getTracker(request, context, session.user), id, change);
    return respondWithEntry({ context, session }, entries[0]?.malId ?? id, body);
  }),
};

function toBulkInput(body: Body): unknown {
  const value = parseFormFields(body, FORM_KINDS);
  if (!body.isForm || typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).filter(([name]) =>
    (EDITED_FIELDS as readonly string[]).includes(name),
  );
  return named.length === 0 ? value : { ...value, set: Object.fromEntries(named) };
}

const bulk: Operation = {
  tokenScope: "list:write",
  summary: "Change or remove many entries at once",
  description: `The same fields for 1 to ${MAX_BULK_TITLES} titles, or \`remove: true\`; all or nothing. \`event_id\` undoes all of it and is null when nothing changed.`,
  tags: TAGS,
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
    302: entryResponse[302],
  },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const body = await readBody(request, BODY_LIMITS);
    const { animeIds, set } = parseInput(bulkInputSchema, toBulkInput(body));
    const tracker = getTracker(request, context, session.user);
    const { changed, eventId } = await changeInBulk(db, tracker, animeIds, set);
    return body.isForm
      ? formRedirect(body, "/list")
      : jsonResponse({ success: true, data: { changed, event_id: eventId } });
  }),
};

function replayOperation(
  replay: typeof undoEvent,
  done: string,
  documented: Pick<Operation, "summary" | "description">,
): Operation {
  return {
    ...documented,
    tokenScope: "list:write",
    tags: TAGS,
    body: z.object({ eventId: z.string() }),
    responses: {
      200: { description: "A confirmation message.", schema: envelope(messageSchema) },
      302: entryResponse[302],
    },
    handle: withSession(async ({ request, context, session }) => {
      const { db } = context.get(servicesContext);
      const body = await readBody(request);
      const { eventId } = parseInput(undoInputSchema, body.value);
      const { titles } = await replay(db, getTracker(request, context, session.user), eventId);
      if (body.isForm) return formRedirect(body, "/list");
      const message = `The change of ${nameTitles(titles)} is ${done}.`;
      return jsonResponse({ success: true, data: { message } });
    }),
  };
}

function nameTitles(titles: readonly (string | null)[]): string {
  return titles.length === 1 ? (titles[0] ?? "a hidden title") : `${titles.length} titles`;
}

const undo = replayOperation(undoEvent, "undone", {
  summary: "Undo a change of the watch list",
  description:
    "Restores the previous values, including dates. An event of an import or a bulk change undoes all of it. 409 when a later change conflicts.",
});

const redo = replayOperation(redoEvent, "redone", {
  summary: "Make an undone change of the watch list again",
  description:
    "Restores what an undo took back; an event of a bulk change redoes all of it. 409 when the event is not undone, is of an import, or a later change conflicts.",
});

const at = (path: string, methods: Endpoint["methods"]) =>
  atPaths([`/api/user/watchlist/${path}`, `/api/user/watchList/${path}`], { methods });

export const trackingEndpoints: readonly Endpoint[] = [
  ...at("entry", { GET: entry, PATCH: patch }),
  ...at("seen", { POST: seen }),
  ...at("bulk", { POST: bulk }),
  ...at("events", { GET: events }),
  ...at("undo", { POST: undo }),
  ...at("redo", { POST: redo }),
  { path: "/api/user/statistics", methods: { GET: statistics } },
];
