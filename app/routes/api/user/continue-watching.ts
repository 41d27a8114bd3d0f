import { z } from "zod";
import {
  restoreToContinueWatching,
  hideFromContinueWatching,
} from "~/features/playback/progress/continue-watching.server";
import { animeIdSchema } from "~/features/playback/progress/progress-input";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { animeIdParameter } from "~/routes/api/parameters";
import { envelope, messageResponse } from "~/routes/api/responses.server";

const MAX_CONTINUED = 20;
const TAGS = ["Playback"];

const continueQuery = z.object({ animeId: animeIdParameter });

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "playback",
      summary: 'List "Continue watching"',
      description:
        "What comes next of each played title: the half-watched episode, else the first unseen one after the last seen, else the lowest unseen one, with whether it plays here. Parental control omits mature titles.",
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
                playable: z.boolean(),
              }),
            ),
          ),
        },
      },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const { titles } = await listUpNext(db, session.user.id, {
          parentalControl: session.user.preferences.parentalControl,
          limit: MAX_CONTINUED,
          skipsFiller: readSitePreferences(session.user.preferences.site).skipFiller,
          playedOnly: true,
        });
        const data = titles.map(({ anime, playedAt, progress, ...title }) => ({
          anime_id: String(anime.mal_id),
          episode: title.next,
          title: title.episodeTitle,
          position: progress?.position ?? 0,
          duration: progress?.duration ?? null,
          updated_at: playedAt,
          playable: title.playable,
        }));
        return jsonResponse({ success: true, data });
      }),
    },
    PUT: {
      tokenScope: "playback",
      summary: 'Restore a title to "Continue watching"',
      description: "Undoes the removal.",
      tags: TAGS,
      query: continueQuery,
      responses: {
        200: messageResponse,
      },
      handle: withSession(async ({ url, context, session }) => {
        const { db } = context.get(servicesContext);
        const { animeId } = parseInput(animeIdSchema, {
          animeId: url.searchParams.get("animeId") ?? "",
        });
        const wasRemoved = await restoreToContinueWatching(db, session.user.id, animeId);
        return jsonResponse({
          success: true,
          data: {
            message: wasRemoved ? "It is on the list again." : "It was not taken off the list.",
          },
        });
      }),
    },
    DELETE: {
      tokenScope: "playback",
      summary: 'Remove a title from "Continue watching"',
      description: "Until it is played again. Progress is kept.",
      tags: TAGS,
      query: continueQuery,
      responses: {
        200: messageResponse,
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
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
