import { href } from "react-router";
import { z } from "zod";
import { avatarInputSchema } from "~/features/profile/profile-input";
import { saveAvatar } from "~/features/profile/save-profile.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, afterProfileForm } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Save an avatar",
      description:
        "An http(s) URL or the path returned by an upload, as `image`, `url` or `avatar`, or as a bare JSON string.",
      tags: ["Profile"],
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
        302: afterProfileForm,
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const avatar_url = parseInput(avatarInputSchema, body.value);
        await saveAvatar(db, session.user.id, avatar_url);
        return body.isForm
          ? formRedirect(body, href("/profile"))
          : jsonResponse({ success: true, data: { avatar_url } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
