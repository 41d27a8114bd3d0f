import { z } from "zod";
import { WISH_STATES } from "~/features/wishes/wish";
import { wishInputSchema } from "~/features/wishes/wish-input";
import { addWish, listOwnWishes, withdrawWish } from "~/features/wishes/wishes.server";
import type { Operation } from "~/http/api/endpoint";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { servicesContext } from "~/http/context";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { animeIdField } from "~/routes/api/parameters";
import { envelope, messageResponse } from "~/routes/api/responses.server";

const TAGS = ["Wishes"];

const bodySchema = z.object({
  animeId: animeIdField,
  episode: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .meta({ description: "Left out for the whole title." }),
});

const wishSchema = z.object({
  mal_id: z.int(),
  episode: z.int().nullable().meta({ description: "Null for the whole title." }),
  at: z.iso.datetime(),
  state: z.enum(WISH_STATES).meta({
    description: "`added` once it can be played here; `declined` if an owner will not add it.",
  }),
  answer: z.string().nullable().meta({ description: "Why it was declined." }),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "list:read",
      summary: "List what the user asked for",
      description: "The latest first, without titles that parental control hides.",
      tags: TAGS,
      responses: {
        200: { description: "The wishes.", schema: envelope(z.array(wishSchema)) },
      },
      handle: withSession(async ({ context, session: { user } }) => {
        const { db } = context.get(servicesContext);
        const wishes = await listOwnWishes(db, user.id, user.preferences);
        return jsonResponse({
          success: true,
          data: wishes.map(({ animeId, episode, at, state, reason }) => ({
            mal_id: animeId,
            episode,
            at: at.toISOString(),
            state,
            answer: reason,
          })),
        });
      }),
    },
    POST: write({
      summary: "Ask for a title or an episode that cannot be played here",
      description:
        "Asking again changes nothing. At most 200 open wishes per user; 409 for what can be played here already.",
      done: "The wish was added.",
      change: addWish,
    }),
    DELETE: write({
      summary: "Withdraw a wish",
      description: "Succeeds when there is none.",
      done: "The wish was withdrawn.",
      change: withdrawWish,
    }),
  },
});

export const loader = endpoint;
export const action = endpoint;

interface Write {
  summary: string;
  description: string;
  done: string;
  change: typeof addWish | typeof withdrawWish;
}

function write({ summary, description, done, change }: Write): Operation {
  return {
    tokenScope: "list:write",
    summary,
    description,
    tags: TAGS,
    body: bodySchema,
    responses: { 200: messageResponse },
    handle: withSession(async ({ request, context, session: { user } }) => {
      const { db } = context.get(servicesContext);
      const target = parseInput(wishInputSchema, (await readBody(request)).value);
      const { parentalControl } = user.preferences;
      await change(db, user.id, { ...target, parentalControl });
      return jsonResponse({ success: true, data: { message: done } });
    }),
  };
}
