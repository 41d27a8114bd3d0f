import { href } from "react-router";
import { z } from "zod";
import { namedSchema } from "~/features/credits/credit";
import { listFavorites } from "~/features/credits/favorites.server";
import { listFavoriteStudios, setFavoriteStudio } from "~/features/profile/favorite-studios.server";
import { nameFilter, requireStudio } from "~/pages/parts/cached-catalog.server";
import type { Operation } from "~/http/api/endpoint";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { servicesContext } from "~/http/context";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { saveCreditFavorite } from "~/pages/credits/save-credit-favorite.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { zodMessage } from "~/i18n/error-message";
import { envelope, messageResponse, afterProfileForm } from "~/routes/api/responses.server";

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

const bodySchema = z.object({
  type: z.enum(["character", "person", "studio"]),
  id: z.int().min(1).optional().meta({ description: "Of a character or person." }),
  name: z.string().max(MAX_NAME_LENGTH).optional().meta({ description: "Of a studio." }),
});

const endpoint = resource({
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
    POST: write(true, {
      summary: "Add a favorite",
      description: "At most 500 of a type; adding one twice changes nothing.",
      done: "It is one of your favorites.",
    }),
    DELETE: write(false, {
      summary: "Remove a favorite",
      description: "Succeeds when it is none.",
      done: "It is none of your favorites.",
    }),
  },
});

export const loader = endpoint;
export const action = endpoint;

function write(
  isAdded: boolean,
  { summary, description, done }: { summary: string; description: string; done: string },
): Operation {
  return {
    tokenScope: "profile:write",
    summary,
    description,
    tags: TAGS,
    body: bodySchema,
    responses: {
      200: messageResponse,
      302: afterProfileForm,
    },
    handle: withSession(async ({ request, context, session: { user } }) => {
      const body = await readBody(request);
      const input = parseInput(favoriteSchema, parseFormFields(body, { optional: [] }));
      const services = context.get(servicesContext);
      const { parentalControl } = user.preferences;
      if (input.type === "studio") {
        const name = isAdded
          ? await requireStudio(services, input.name, parentalControl)
          : input.name;
        await setFavoriteStudio(services.db, user.id, { name, isAdded });
      } else {
        const { type: kind, id } = input;
        const favorite = { userId: user.id, kind, id, parentalControl };
        await saveCreditFavorite(services.db, favorite, isAdded);
      }
      return body.isForm
        ? formRedirect(body, href("/profile"))
        : jsonResponse({ success: true, data: { message: done } });
    }),
  };
}
