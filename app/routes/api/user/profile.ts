import { href } from "react-router";
import { z } from "zod";
import { getProfile } from "~/features/profile/get-profile.server";
import { profileInputSchema } from "~/features/profile/profile-input";
import { MAX_BIO_LENGTH } from "~/features/profile/profile-limits";
import { profileRecordSchema } from "~/features/profile/profile-record";
import { saveProfile } from "~/features/profile/save-profile.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, afterProfileForm } from "~/routes/api/responses.server";

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
  email: z.string().nullable(),
  updated_at: z.iso.datetime(),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read the profile",
      tags: ["Profile"],
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
      tags: ["Profile"],
      body: profileBody,
      responses: {
        200: {
          description: "The given fields, and the stored record.",
          schema: envelope(savedSchema),
        },
        302: afterProfileForm,
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
        if (body.isForm) return formRedirect(body, href("/profile"));
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
});

export const loader = endpoint;
export const action = endpoint;

function asSupplied(value: unknown): Record<string, unknown> {
  const sent = new Map(Object.entries(value ?? {}));
  return Object.fromEntries(
    Object.keys(profileInputSchema.shape).flatMap((name) =>
      sent.has(name) ? [[name, sent.get(name)]] : [],
    ),
  );
}
