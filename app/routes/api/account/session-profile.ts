import { z } from "zod";
import { profileSwitchSchema } from "~/features/accounts/household/household-input";
import { resource } from "~/http/api/resource.server";
import { withHouseholdSession } from "~/http/api/with-session";
import { openProfile } from "~/http/forms/open-profile.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { envelope } from "~/routes/api/responses.server";
import { profileBody, profileSchema } from "~/routes/api/user/household-profile";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "session",
      isForChildren: true,
      summary: "Switch the profile",
      description:
        "Opens another profile of the household in a new session, which replaces this one, also if that is locked. A missing or wrong `pin` is 403; after five wrong ones 429 with `Retry-After`, 30 seconds at first and up to 15 minutes. What needs a recent sign-in asks again afterwards.",
      tags: ["Household"],
      rateLimit: "profileSwitch",
      body: z.object({ id: z.uuid(), pin: z.string().nullish() }),
      responses: {
        200: {
          description: "The profile and its session; the cookie is set.",
          schema: envelope(
            z.object({
              profile: profileSchema,
              session: z.object({ expires_at: z.iso.datetime() }),
            }),
          ),
        },
        302: { description: "For a form: redirects to `returnTo` or the homepage." },
      },
      handle: withHouseholdSession(async ({ request, context, session }) => {
        const body = await readBody(request);
        const chosen = parseInput(profileSwitchSchema, body.value);
        const { profile, expiresAt, headers } = await openProfile(
          request,
          context,
          session,
          chosen,
        );
        if (body.isForm) return formRedirect(body, "/", headers);
        const data = {
          profile: profileBody(profile, profile),
          session: { expires_at: expiresAt.toISOString() },
        };
        return jsonResponse({ success: true, data }, { headers });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
