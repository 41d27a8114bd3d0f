import { z } from "zod";
import { getApiSession } from "~/http/session/get-session.server";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { envelope } from "~/routes/api/responses.server";

const sessionSchema = z.object({
  id: z.string(),
  email: z.string().nullable().meta({ description: "Null for a managed profile." }),
  name: z.string(),
  avatar_url: z.string().nullable(),
  banner_image: z.string().nullable(),
  preferences: z.object({
    enfasiscolor: z.string(),
    parentalControl: z.boolean(),
    trackSearchHistory: z.boolean(),
  }),
  expires_at: z.iso.datetime(),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Who am I",
      description: "The signed-in user, or `data: null`.",
      tags: ["Account"],
      responses: {
        200: { description: "The session's user.", schema: envelope(sessionSchema.nullable()) },
      },
      async handle({ request, context }) {
        const session = await getApiSession(request, context);
        if (session === null) return jsonResponse({ success: true, data: null });
        const { user } = session;
        const { enfasiscolor, parentalControl, trackSearchHistory } = user.preferences;
        return jsonResponse({
          success: true,
          data: {
            id: user.id,
            email: user.email,
            name: user.name,
            avatar_url: user.avatarUrl,
            banner_image: user.bannerImage,
            preferences: {
              enfasiscolor,
              parentalControl: parentalControl !== false,
              trackSearchHistory,
            },
            expires_at: session.expiresAt.toISOString(),
          },
        });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
