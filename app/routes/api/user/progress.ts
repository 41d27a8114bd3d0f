import { z } from "zod";
import {
  listContinueWatching,
  restoreToContinueWatching,
  hideFromContinueWatching,
} from "~/features/playback/progress/continue-watching.server";
import { listProgress } from "~/features/playback/progress/list-progress.server";
import { animeIdSchema, progressInputSchema } from "~/features/playback/progress/progress-input";
import { saveProgress } from "~/features/playback/progress/save-progress.server";
import { servicesContext } from "~/http/context";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/pages/forms/get-tracker.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";
import { animeIdField, animeIdParameter } from "~/routes/api/parameters";

const TAGS = ["Playback"];
const BODY_LIMITS = { text: 256 * 1024 };

const progressSchema = z.object({
  anime_id: z.string(),
  episode: z.int(),
  position: z.number(),
  duration: z.number().nullable(),
  watched: z.boolean(),
});
const storedSchema = progressSchema.extend({ updated_at: z.iso.datetime() });

const entryBody = z.object({
  animeId: animeIdField,
  episode: z.int(),
  position: z.number().optional(),
  duration: z.number().optional(),
  watched: z.boolean().optional(),
  age: z.number().optional(),
});

const list: Operation = {
  tokenScope: "playback",
  summary: "Read playback progress",
  description:
    "For one anime by episode with `animeId`, else the latest 2,000 episodes. Times are in seconds.",
  tags: TAGS,
  query: z.object({ animeId: animeIdParameter.optional() }),
  responses: {
    200: {
      description: "Episodes that were played or marked.",
      schema: envelope(z.array(storedSchema)),
    },
  },
  handle: withSession(async ({ url, context, session }) => {
    const { db } = context.get(servicesContext);
    const animeIdParam = url.searchParams.get("animeId") ?? "";
    const animeId =
      animeIdParam === ""
        ? undefined
        : parseInput(animeIdSchema, { animeId: animeIdParam }).animeId;
    const rows = await listProgress(db, session.user.id, animeId);
    const data = rows.map(({ animeId: id, episode, position, duration, watched, updatedAt }) => ({
      anime_id: String(id),
      episode,
      position,
      duration,
      watched,
      updated_at: updatedAt.toISOString(),
    }));
    return jsonResponse({ success: true, data });
  }),
};

const save: Operation = {
  tokenScope: "playback",
  summary: "Save playback progress",
  description:
    "One entry, or up to 500 as `{entries: […]}`. `position` and `duration` are in seconds; from 90 % on the episode counts as watched, until `watched: false`. `age` is how many seconds ago it happened, for clients that were offline. The first play of a title moves it to `Watching`; `finished` has the titles that are now completed, `unrated` those among them to offer a score for, once.",
  tags: TAGS,
  body: entryBody,
  responses: {
    200: {
      description: "The stored progress.",
      schema: envelope(
        z.object({
          episodes: z.array(progressSchema),
          watching: z.array(z.string()),
          finished: z.array(z.string()),
          unrated: z.array(z.string()),
        }),
      ),
    },
  },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const { value: body } = await readBody(request, BODY_LIMITS);
    const entries = parseInput(progressInputSchema(body), body);
    const tracker = { ...getTracker(request, context, session.user), via: "player" as const };
    const { episodes, watching, finished, unrated } = await saveProgress(db, tracker, entries);
    return jsonResponse({
      success: true,
      data: {
        episodes: episodes.map(({ animeId, ...rest }) => ({ anime_id: String(animeId), ...rest })),
        watching: watching.map(String),
        finished: finished.map(String),
        unrated: unrated.map(String),
      },
    });
  }),
};

const continueQuery = z.object({ animeId: animeIdParameter });

const continueList: Operation = {
  tokenScope: "playback",
  summary: 'List "Continue watching"',
  description:
    "For each recently played title, the episode in progress or the next unwatched one. Parental control omits mature titles.",
  tags: TAGS,
  responses: {
    200: {
      description: "Latest first.",
      schema: envelope(
        z.array(
          z.object({
            anime_id: z.string(),
            episode: z.int(),
            title: z.string().nullable(),
            position: z.number(),
            duration: z.number().nullable(),
            updated_at: z.iso.datetime(),
          }),
        ),
      ),
    },
  },
  handle: withSession(async ({ context, session }) => {
    const { db } = context.get(servicesContext);
    const rows = await listContinueWatching(db, session.user.id, {
      parentalControl: session.user.preferences.parentalControl,
    });
    const data = rows.map((row) => ({
      anime_id: String(row.animeId),
      episode: row.episode,
      title: row.episodeTitle,
      position: row.position,
      duration: row.duration,
      updated_at: row.updatedAt.toISOString(),
    }));
    return jsonResponse({ success: true, data });
  }),
};

const continueRemove: Operation = {
  tokenScope: "playback",
  summary: 'Remove a title from "Continue watching"',
  description: "Until it is played again. Progress is kept.",
  tags: TAGS,
  query: continueQuery,
  responses: {
    200: { description: "A confirmation message.", schema: envelope(messageSchema) },
  },
  handle: withSession(async ({ url, context, session }) => {
    const { db } = context.get(servicesContext);
    const { animeId } = parseInput(animeIdSchema, {
      animeId: url.searchParams.get("animeId") ?? "",
    });
    const wasThere = await hideFromContinueWatching(db, session.user.id, animeId);
    return jsonResponse({
      success: true,
      data: {
        message: wasThere
          ? "It is off the list until you play it again."
          : "It was not on the list.",
      },
    });
  }),
};

const continueRestore: Operation = {
  tokenScope: "playback",
  summary: 'Restore a title to "Continue watching"',
  description: "Undoes the removal.",
  tags: TAGS,
  query: continueQuery,
  responses: {
    200: { description: "A confirmation message.", schema: envelope(messageSchema) },
  },
  handle: withSession(async ({ url, context, session }) => {
    const { db } = context.get(servicesContext);
    const { animeId } = parseInput(animeIdSchema, {
      animeId: url.searchParams.get("animeId") ?? "",
    });
    const wasRemoved = await restoreToContinueWatching(db, session.user.id, animeId);
    return jsonResponse({
      success: true,
      data: { message: wasRemoved ? "It is on the list again." : "It was not taken off the list." },
    });
  }),
};

export const progressEndpoints: readonly Endpoint[] = [
  { path: "/api/user/progress", methods: { GET: list, POST: save } },
  {
    path: "/api/user/progress/continue",
    methods: { GET: continueList, PUT: continueRestore, DELETE: continueRemove },
  },
];
