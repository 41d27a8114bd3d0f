import { z } from "zod";
import { namedSchema } from "~/features/credits/credit";
import { addFavorite, listFavorites, removeFavorite } from "~/features/credits/favorites.server";
import { listFavoriteStudios, setFavoriteStudio } from "~/features/profile/favorite-studios.server";
import { nameFilter, requireStudio } from "~/http/cached-catalog.server";
import type { Endpoint, Operation } from "~/http/api/endpoint";
import { withSession } from "~/http/api/with-session";
import { servicesContext, type RouterContext } from "~/http/context";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { zodMessage } from "~/i18n/error-message";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";

const TAGS = ["Favorites"];
const MAX_ID = 2_147_483_647;
const MAX_NAME_LENGTH = 200;

const idSchema = z
  .union(
    [
      z.int(),
      z
        .string()
        .trim()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    zodMessage("favorite.invalidId"),
  )
  .refine((id) => id >= 1 && id <= MAX_ID, zodMessage("favorite.invalidId"));

const favoriteSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("character"), id: idSchema }),
  z.object({ type: z.literal("person"), id: idSchema }),
  z.object({
    type: z.literal("studio"),
    name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  }),
]);
type FavoriteInput = z.output<typeof favoriteSchema>;

const bodySchema = z.object({
  type: z.enum(["character", "person", "studio"]),
  id: z.int().min(1).optional().meta({ description: "Of a character or person." }),
  name: z.string().max(MAX_NAME_LENGTH).optional().meta({ description: "Of a studio." }),
});

const message = { description: "A confirmation message.", schema: envelope(messageSchema) };

export const favoritesEndpoint: Endpoint = {
  path: "/api/user/favorites",
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read the favorite characters, people and studios",
      description:
        "Without those of hidden titles. Characters and people: latest first. Favorite titles are in the profile.",
      tags: TAGS,
      responses: {
        200: {
          description: "The favorites.",
          schema: envelope(
            z.object({
              characters: z.array(namedSchema),
              people: z.array(namedSchema),
              studios: z.array(z.string()),
            }),
          ),
        },
      },
      handle: withSession(async ({ context, session: { user } }) => {
        const services = context.get(servicesContext);
        const { parentalControl } = user.preferences;
        const [credits, studios, isShown] = await Promise.all([
          listFavorites(services.db, user.id, { parentalControl }),
          listFavoriteStudios(services.db, user.id),
          nameFilter(services, "studios", parentalControl),
        ]);
        const data = { ...credits, studios: studios.filter(isShown) };
        return jsonResponse({ success: true, data });
      }),
    },
    POST: write({
      summary: "Add a favorite",
      description: "At most 500 of a type; adding one twice changes nothing.",
      done: "It is one of your favorites.",
      save: async (context, user, input) => {
        const services = context.get(servicesContext);
        const { parentalControl } = user;
        if (input.type !== "studio") {
          const { type: kind, id } = input;
          return addFavorite(services.db, { userId: user.id, kind, id, parentalControl });
        }
        const name = await requireStudio(services, input.name, parentalControl);
        return setFavoriteStudio(services.db, user.id, { name, isAdded: true });
      },
    }),
    DELETE: write({
      summary: "Remove a favorite",
      description: "Succeeds when it is none.",
      done: "It is none of your favorites.",
      save: async (context, user, input) => {
        const { db } = context.get(servicesContext);
        if (input.type === "studio")
          return setFavoriteStudio(db, user.id, { name: input.name, isAdded: false });
        await removeFavorite(db, { userId: user.id, kind: input.type, id: input.id });
      },
    }),
  },
};

interface WriteOptions {
  summary: string;
  description: string;
  done: string;
  save: (
    context: RouterContext,
    user: { id: string; parentalControl: boolean },
    input: FavoriteInput,
  ) => Promise<void>;
}

function write({ summary, description, done, save }: WriteOptions): Operation {
  return {
    tokenScope: "profile:write",
    summary,
    description,
    tags: TAGS,
    body: bodySchema,
    responses: {
      200: message,
      302: { description: "For a form: redirects to `returnTo` or the profile." },
    },
    handle: withSession(async ({ request, context, session: { user } }) => {
      const body = await readBody(request);
      const input = parseInput(favoriteSchema, parseFormFields(body, { optional: [] }));
      const { parentalControl } = user.preferences;
      await save(context, { id: user.id, parentalControl }, input);
      return body.isForm
        ? formRedirect(body, "/profile")
        : jsonResponse({ success: true, data: { message: done } });
    }),
  };
}
