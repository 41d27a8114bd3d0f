import { z } from "zod";
import { Conflict } from "~/errors/app-error";
import { readCompanions } from "~/features/accounts/household/also-watching.server";
import type { Session } from "~/features/accounts/sessions.server";
import { listProgress } from "~/features/playback/progress/list-progress.server";
import {
  animeIdSchema,
  progressInputSchema,
  progressUserSchema,
  type ProgressEntry,
} from "~/features/playback/progress/progress-input";
import { saveCompanionProgress } from "~/features/playback/progress/save-companion-progress.server";
import { saveProgress } from "~/features/playback/progress/save-progress.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { logError } from "~/http/response/error-response.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { withSession } from "~/http/api/with-session";
import { animeIdField, animeIdParameter } from "~/routes/api/parameters";
import { envelope } from "~/routes/api/responses.server";

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

/** Saves the progress for the profiles that watch, too. Logs failures: the viewer's is saved. */
async function saveForCompanions(
  request: Request,
  context: RouterContext,
  session: Session,
  entries: readonly ProgressEntry[],
): Promise<void> {
  const { db, log } = context.get(servicesContext);
  try {
    for (const companion of await readCompanions(db, session)) {
      const tracker = { ...getTracker(request, context, companion), via: "player" as const };
      await saveCompanionProgress(db, tracker, entries);
    }
  } catch (error) {
    logError(log, error, { requestId: context.get(requestContext).requestId });
  }
}

const endpoint = resource({
  methods: {
    GET: {
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
        const data = rows.map(
          ({ animeId: id, episode, position, duration, watched, updatedAt }) => ({
            anime_id: String(id),
            episode,
            position,
            duration,
            watched,
            updated_at: updatedAt.toISOString(),
          }),
        );
        return jsonResponse({ success: true, data });
      }),
    },
    POST: {
      tokenScope: "playback",
      summary: "Save playback progress",
      description:
        "One entry, or up to 500 as `{entries: […]}`. `position` and `duration` are in seconds; from 90 % on the episode counts as watched, until `watched: false`. `age` is how many seconds ago it happened, for clients that were offline. `userId` is whose progress it is: 409 if the session is another’s by now. It counts for the profiles that watch with the session’s, too. The first play of a title moves it to `Watching`; `finished` has the titles that are now completed, `unrated` those among them to offer a score for, once.",
      tags: TAGS,
      body: entryBody.extend({ userId: z.uuid().optional() }),
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
        const { userId } = parseInput(progressUserSchema, body);
        if (userId !== undefined && userId !== session.user.id)
          throw new Conflict("progress.otherUser");
        const tracker = { ...getTracker(request, context, session.user), via: "player" as const };
        const { episodes, watching, finished, unrated } = await saveProgress(db, tracker, entries);
        await saveForCompanions(request, context, session, entries);
        return jsonResponse({
          success: true,
          data: {
            episodes: episodes.map(({ animeId, ...rest }) => ({
              anime_id: String(animeId),
              ...rest,
            })),
            watching: watching.map(String),
            finished: finished.map(String),
            unrated: unrated.map(String),
          },
        });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
