import { z } from "zod";
import {
  listContinueWatching,
  restoreToContinueWatching,
  hideFromContinueWatching,
} from "~/features/playback/progress/continue-watching.server";
import { listProgress } from "~/features/playback/progress/list-progress.server";
import { animeIdSchema, progressInputSchema } from "~/features/playback/progress/progress-input";
import { saveProgress } from "~/features/playback/progress/save-progress.server";
import { trackPlayback } from "~/features/watch-list/tracking/track-playback.server";
import { servicesContext } from "~/http/context";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/http/session/get-tracker.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";
import { animeIdField, animeIdParameter } from "~/routes/api/parameters";

const TAGS = ["Playback"];
const BODY_LIMITS = { text: 256 * 1024 };

const progressSchema = z.object({
  anime_id: z.string(),
  episode: z.int(),
  /** Seconds. */
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
  summary: "Read how far episodes have been watched",
  description:
    "Of one anime by episode with `animeId`, else of all, latest first, the newest 2,000. Times are seconds.",
  tags: TAGS,
  query: z.object({ animeId: animeIdParameter.optional() }),
  responses: {
    200: {
      description: "The episodes that were played or marked.",
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
  summary: "Save how far an episode has been watched",
  description:
    "One entry, or up to 500 as `{entries: […]}`. `position` and `duration` are seconds; from 90 % on the episode counts as watched and stays so until `watched: false`. `age` says how many seconds ago it was true, for news that had to wait. The first play of a title puts it into `Watching`; `finished` names titles that are now completed.",
  tags: TAGS,
  body: entryBody,
  responses: {
    200: {
      description: "What is stored now.",
      schema: envelope(
        z.object({
          episodes: z.array(progressSchema),
          watching: z.array(z.string()),
          finished: z.array(z.string()),
        }),
      ),
    },
  },
  handle: withSession(async ({ request, context, session }) => {
    const { db } = context.get(servicesContext);
    const { value: body } = await readBody(request, BODY_LIMITS);
    const entries = parseInput(progressInputSchema(body), body);
    const tracker = { ...getTracker(request, session.user), through: "player" as const };
    const { saved, tracked } = await db.transaction(async (tx) => {
      const saved = await saveProgress(tx, session.user.id, entries);
      return { saved, tracked: await trackPlayback(tx, tracker, saved) };
    });
    const { watching, finished, isSeen } = tracked;
    const episodes = saved.episodes.map(({ animeId, watched, ...rest }) => ({
      anime_id: String(animeId),
      ...rest,
      watched: isSeen(animeId, rest.episode) ?? watched,
    }));
    return jsonResponse({
      success: true,
      data: { episodes, watching: watching.map(String), finished: finished.map(String) },
    });
  }),
};

const continueQuery = z.object({ animeId: animeIdParameter });

const continueList: Operation = {
  tokenScope: "playback",
  summary: "What to continue watching",
  description:
    "Of each title that was played lately the episode that is under way, or the next that is not watched. Parental control leaves mature titles out.",
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
  summary: "Take a title off what to continue watching",
  description: "Until it is played again. What was watched stays as it is.",
  tags: TAGS,
  query: continueQuery,
  responses: {
    200: { description: "A sentence that confirms it.", schema: envelope(messageSchema) },
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
  summary: "Put a title back on what to continue watching",
  description: "Takes its removal back.",
  tags: TAGS,
  query: continueQuery,
  responses: {
    200: { description: "A sentence that confirms it.", schema: envelope(messageSchema) },
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
