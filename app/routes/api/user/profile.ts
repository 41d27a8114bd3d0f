import { z } from "zod";
import { getProfile } from "~/features/profile/get-profile.server";
import {
  avatarInputSchema,
  profileInputSchema,
  profileUpdateSchema,
} from "~/features/profile/profile-input";
import { MAX_BIO_LENGTH } from "~/features/profile/profile-limits";
import { profileRecordSchema } from "~/features/profile/profile-record";
import { saveAvatar, saveProfile, updateProfile } from "~/features/profile/save-profile.server";
import { servicesContext } from "~/http/context";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/account/envelope.server";

const TAGS = ["Profile"];
const toProfilePage = { description: "For a form: redirects to `returnTo` or the profile." };

const list = z.array(z.union([z.string(), z.int()])).optional();
const profileBody = z.object({
  name: z.string(),
  last_name: z.string(),
  gender: z.string(),
  birthday: z.iso.date().nullish(),
  bio: z
    .string()
    .meta({ description: `Plain text with line breaks, up to ${MAX_BIO_LENGTH} characters.` })
    .nullish(),
  avatar: z.string().nullish(),
  favorite_animes: list,
  favorite_genres: z.array(z.string()).optional(),
  favorite_studios: z.array(z.string()).optional(),
  frequency: z.string().nullish(),
  fanatic_level: z.string().nullish(),
  preferred_format: z.string().nullish(),
  watched_animes: list,
});
const savedSchema = profileBody.extend({
  frequency_of_watch: z.string().nullable(),
  id: z.string(),
  email: z.string(),
  updated_at: z.iso.datetime(),
});

function asSupplied(value: unknown): Record<string, unknown> {
  const sent = new Map(Object.entries(value ?? {}));
  return Object.fromEntries(
    Object.keys(profileInputSchema.shape).flatMap((name) =>
      sent.has(name) ? [[name, sent.get(name)]] : [],
    ),
  );
}

const profileEndpoint: Endpoint = {
  path: "/api/user/profile",
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read the profile",
      tags: TAGS,
      responses: {
        200: { description: "The profile record.", schema: envelope(profileRecordSchema) },
      },
      handle: withSession(async ({ context, session }) =>
        jsonResponse({
          success: true,
          data: await getProfile(context.get(servicesContext).db, session.user.id),
        }),
      ),
    },
    POST: {
      tokenScope: "profile:write",
      summary: "Save the profile",
      description:
        "Only the given fields are changed; an empty list clears a list, null an optional value. Enumerations are accepted in any casing, as label or slug.",
      tags: TAGS,
      body: profileBody,
      responses: {
        200: {
          description: "The given fields, and the stored record.",
          schema: envelope(savedSchema),
        },
        302: toProfilePage,
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const value = parseFormFields(body, {
          optional: [
            "birthday",
            "bio",
            "avatar",
            "frequency",
            "frequency_of_watch",
            "fanatic_level",
            "preferred_format",
          ],
        });
        const input = parseInput(profileInputSchema, value);
        const { user } = session;
        const saved = await saveProfile(db, user.id, input);
        if (body.isForm) return formRedirect(body, "/profile");
        const data = {
          ...asSupplied(value),
          frequency_of_watch: saved.frequencyOfWatch,
          id: user.id,
          email: user.email,
          updated_at: saved.updatedAt.toISOString(),
        };
        return jsonResponse({ success: true, data });
      }),
    },
  },
};

const updatedSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  banner_image: z.string().nullable(),
  updated_at: z.iso.datetime(),
});

const updateProfileEndpoint: Endpoint = {
  path: "/api/user/updateProfile",
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Change the name or images",
      description: "At least one field; null removes an image.",
      tags: TAGS,
      body: z.object({
        avatar: z.string().nullish(),
        banner_image: z.string().nullish(),
        name: z.string().optional(),
      }),
      responses: {
        200: { description: "The current name and images.", schema: envelope(updatedSchema) },
        302: toProfilePage,
      },
      handle: withSession(async ({ request, context, session }) => {
        const body = await readBody(request);
        const { db } = context.get(servicesContext);
        const { user } = session;
        const saved = await updateProfile(
          db,
          user.id,
          parseInput(
            profileUpdateSchema,
            parseFormFields(body, { optional: ["avatar", "banner_image"] }),
          ),
        );
        if (body.isForm) return formRedirect(body, "/profile");
        const { name, avatar_url, banner_image } = await getProfile(db, user.id);
        return jsonResponse({
          success: true,
          data: {
            id: user.id,
            email: user.email,
            name,
            avatar_url,
            banner_image,
            updated_at: saved.updatedAt.toISOString(),
          },
        });
      }),
    },
  },
};

const saveImageEndpoint: Endpoint = {
  path: "/api/saveImage",
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Save an avatar",
      description:
        "An http(s) URL or the path returned by an upload, as `image`, `url` or `avatar`, or as a bare JSON string.",
      tags: TAGS,
      body: z.union([
        z.object({ image: z.string() }),
        z.object({ url: z.string() }),
        z.object({ avatar: z.string() }),
        z.string(),
      ]),
      responses: {
        200: {
          description: "The avatar's URL.",
          schema: envelope(z.object({ avatar_url: z.string() })),
        },
        302: toProfilePage,
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const avatar_url = parseInput(avatarInputSchema, body.value);
        await saveAvatar(db, session.user.id, avatar_url);
        return body.isForm
          ? formRedirect(body, "/profile")
          : jsonResponse({ success: true, data: { avatar_url } });
      }),
    },
  },
};

export const profileEndpoints: readonly Endpoint[] = [
  profileEndpoint,
  updateProfileEndpoint,
  saveImageEndpoint,
];
