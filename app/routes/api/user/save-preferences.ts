import { href } from "react-router";
import { z } from "zod";
import {
  preferenceRecordSchema,
  preferencesInputSchema,
  scoreScaleSchema,
} from "~/features/profile/preferences-input";
import { savePreferences } from "~/features/profile/preferences.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/responses.server";

const record = { description: "The preference record.", schema: envelope(preferenceRecordSchema) };

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Save preferences",
      description:
        "At least one field. `enfasisColor` and `enfasis` are aliases of `enfasiscolor`, as #rgb or #rrggbb. `scoreScale` is how pages show scores; stored scores do not change.",
      tags: ["Preferences"],
      body: z.object({
        enfasiscolor: z.string().optional(),
        parentalControl: z.boolean().optional(),
        trackSearchHistory: z.boolean().optional(),
        scoreScale: scoreScaleSchema.optional(),
      }),
      responses: {
        200: record,
        302: { description: "For a form: redirects to `returnTo` or the settings." },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const input = parseInput(
          preferencesInputSchema,
          parseFormFields(body, { booleans: ["parentalControl", "trackSearchHistory"] }),
        );
        const data = await savePreferences(db, session.user.id, input);
        return body.isForm
          ? formRedirect(body, href("/settings"))
          : jsonResponse({ success: true, data });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
