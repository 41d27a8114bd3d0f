import { z } from "zod";
import { pageMeta, pageMetaSchema } from "~/features/catalog/anime";
import { watchListEntrySchema } from "~/features/watch-list/entry";
import { animeIdSchema, isPossibleAnimeId } from "~/features/watch-list/entry-input";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { getEntry } from "~/features/watch-list/list-entries.server";
import {
  statisticsQuerySchema,
  statisticsSchema,
} from "~/features/watch-list/statistics/statistics";
import { listEvents, listEventSchema } from "~/features/watch-list/tracking/list-events.server";
import {
  bulkInputSchema,
  ENTRY_FIELDS,
  eventsQuerySchema,
  MAX_BULK_TITLES,
  MAX_EVENTS_PER_PAGE,
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
import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { openCachedList } from "~/http/cached-list.server";
import { requestContext, servicesContext } from "~/http/context";
import { atPaths } from "~/http/api/aliases";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { withSession, type SessionInput } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody, type Body } from "~/http/request/read-body.server";
import { getTracker } from "~/http/session/get-tracker.server";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";
import { withEntryImage } from "./entry-image";
import { animeIdField, animeIdParameter, pageParameter } from "~/routes/api/parameters";

const TAGS = ["Watch list"];
const partialDate = z.string().nullable().meta({ description: "2024, 2024-05 or 2024-05-17." });
const fieldsBody = {
  state: z.enum(ENTRY_STATES).nullable().optional(),
  episodesSeen: z.int().min(0).nullable().optional(),
  score: z.int().min(0).max(100).nullable().optional(),
  startedOn: partialDate.optional(),
  finishedOn: partialDate.optional(),
  notes: z.string().max(10_000).nullable().optional(),
  tags: z.array(z.string()).nullable().optional(),
  priority: z.int().min(0).max(2).nullable().optional(),
  private: z.boolean().nullable().optional(),
};
const rewatchesBody = z
  .array(
    z.object({
      startedOn: partialDate.optional(),
      finishedOn: partialDate.optional(),
      score: z.int().min(0).max(100).nullable().optional(),
    }),
  )
  .max(MAX_REWATCHES)
  .meta({
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
const FORM_KINDS = {
  booleans: ["private", "seen", "remove"],
  optional: ENTRY_FIELDS.filter((name) => name !== "private"),
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
    await setEntryFields(db, getTracker(request, session.user), id, fields);
    return respondWithEntry({ context, session }, id, body);
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
    await setSeen(db, getTracker(request, session.user), id, change);
    return respondWithEntry({ context, session }, id, body);
  }),
};

function toBulkInput(body: Body): unknown {
  const value = parseFormFields(body, FORM_KINDS);
  if (!body.isForm || typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).filter(([name]) =>
    (ENTRY_FIELDS as readonly string[]).includes(name),
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
    const tracker = getTracker(request, session.user);
    const { changed, eventId } = await changeInBulk(db, tracker, animeIds, set);
    return body.isForm
      ? formRedirect(body, "/list")
      : jsonResponse({ success: true, data: { changed, event_id: eventId } });
  }),
};

const events: Operation = {
  tokenScope: "list:read",
  summary: "Read the changes of the watch list",
  description:
    "Newest first, for one title with `animeId`. Titles that parental control hides have no name. Fields are named as in an entry; `on_list` is whether the title is on the list, `episodes` the seen episodes when their number did not change.",
  tags: TAGS,
  query: z.object({
    animeId: animeIdParameter.optional(),
    page: pageParameter,
    limit: z
      .int()
      .min(1)
      .max(MAX_EVENTS_PER_PAGE)
      .optional()
      .meta({ description: `1 to ${MAX_EVENTS_PER_PAGE}, 50 unless given.` }),
  }),
  responses: {
    200: {
      description: "One page.",
      schema: envelope(z.array(listEventSchema)).extend({ meta: pageMetaSchema }),
    },
  },
  handle: withSession(async ({ url, context, session }) => {
    const { db } = context.get(servicesContext);
    const given = [...url.searchParams].filter(([, value]) => value !== "");
    const { animeId: id, page, limit } = parseInput(eventsQuerySchema, Object.fromEntries(given));
    const { items, total } =
      id !== undefined && !isPossibleAnimeId(id)
        ? { items: [], total: 0 }
        : await listEvents(db, session.user.id, {
            animeId: id,
            page,
            perPage: limit,
            parentalControl: session.user.preferences.parentalControl,
          });
    return jsonResponse({ success: true, data: items, meta: pageMeta(total, page, limit) });
  }),
};

const undo: Operation = {
  tokenScope: "list:write",
  summary: "Undo a change of the watch list",
  description:
    "Restores the previous values, including dates. An event of an import or a bulk change undoes all of it. 409 when a later change conflicts.",
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
    const titles = await undoEvent(db, getTracker(request, session.user), eventId);
    if (body.isForm) return formRedirect(body, "/list");
    const what = titles.length === 1 ? (titles[0] ?? "a hidden title") : `${titles.length} titles`;
    return jsonResponse({ success: true, data: { message: `The change of ${what} is undone.` } });
  }),
};

const statistics: Operation = {
  tokenScope: "list:read",
  summary: "Read the statistics of the watch list",
  description:
    "For the whole list, or for what was watched in a `year`. Rewatches count towards time. `days` has the days with episodes, in the year or the last 365 days. Includes private entries, but not titles that parental control hides.",
  tags: TAGS,
  query: z.object({ year: z.int().optional().meta({ description: "A year, as 2026." }) }),
  responses: { 200: { description: "The statistics.", schema: envelope(statisticsSchema) } },
  handle: withSession(async ({ request, url, context, session }) => {
    const yearParam = url.searchParams.get("year") ?? "";
    const { year } = parseInput(statisticsQuerySchema, yearParam === "" ? {} : { year: yearParam });
    const { timeZone, parentalControl } = getTracker(request, session.user);
    const statistics = await openCachedList(context.get(servicesContext), session.user.id);
    const data = await statistics.getStatistics({
      year,
      timeZone,
      parentalControl,
      hidePrivate: false,
    });
    return jsonResponse({ success: true, data });
  }),
};

const at = (path: string, methods: Endpoint["methods"]) =>
  atPaths([`/api/user/watchlist/${path}`, `/api/user/watchList/${path}`], { methods });

export const trackingEndpoints: readonly Endpoint[] = [
  ...at("entry", { GET: entry, PATCH: patch }),
  ...at("seen", { POST: seen }),
  ...at("bulk", { POST: bulk }),
  ...at("events", { GET: events }),
  ...at("undo", { POST: undo }),
  { path: "/api/user/statistics", methods: { GET: statistics } },
];
