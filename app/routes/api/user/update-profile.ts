import { href } from "react-router";
import { z } from "zod";
import { getProfile } from "~/features/profile/get-profile.server";
import { profileUpdateSchema } from "~/features/profile/profile-input";
import { updateProfile } from "~/features/profile/save-profile.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, afterProfileForm } from "~/routes/api/responses.server";

const updatedSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  banner_image: z.string().nullable(),
  updated_at: z.iso.datetime(),
});

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Change the name or images",
      description: "At least one field; null removes an image.",
      tags: ["Profile"],
      body: z.object({
        avatar: z.string().nullish(),
        banner_image: z.string().nullish(),
        name: z.string().optional(),
      }),
      responses: {
        200: { description: "The current name and images.", schema: envelope(updatedSchema) },
        302: afterProfileForm,
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
        if (body.isForm) return formRedirect(body, href("/profile"));
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
});

export const loader = endpoint;
export const action = endpoint;
