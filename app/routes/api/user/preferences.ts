import { z } from "zod";
import {
  preferenceRecordSchema,
  preferencesInputSchema,
  scoreScaleSchema,
} from "~/features/profile/preferences-input";
import {
  getPreferences,
  savePreferences,
  saveSitePreferences,
} from "~/features/profile/preferences.server";
import {
  readSitePreferences,
  sitePreferencesInputSchema,
  sitePreferencesSchema,
} from "~/features/profile/site-preferences";
import { servicesContext } from "~/http/context";
import { atPaths } from "~/http/api/aliases";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-redirect";
import { parseFormFields } from "~/http/pages/form-values";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/account/envelope.server";

const record = { description: "The preference record.", schema: envelope(preferenceRecordSchema) };

const preferenceEndpoints: readonly Endpoint[] = [
  ...atPaths(["/api/saveUserPreferences", "/api/user/saveUserPreferences"], {
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
            ? formRedirect(body, "/settings")
            : jsonResponse({ success: true, data });
        }),
      },
    },
  }),
  {
    path: "/api/user/preferences",
    methods: {
      GET: {
        tokenScope: "profile:read",
        summary: "Read preferences",
        tags: ["Preferences"],
        responses: { 200: record },
        handle: withSession(async ({ context, session }) =>
          jsonResponse({
            success: true,
            data: await getPreferences(context.get(servicesContext).db, session.user.id),
          }),
        ),
      },
    },
  },
];

const siteResponse = {
  description: "All site preferences.",
  schema: envelope(sitePreferencesSchema),
};

const siteEndpoint: Endpoint = {
  path: "/api/user/sitePreferences",
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read site preferences",
      description:
        "Title language, theme, locale, layout of My list, the rails of Home (`home`), the delay of the schedule in hours, player defaults, and whether visitors may open the profile (`publicProfile`) and its list (`publicList`).",
      tags: ["Preferences"],
      responses: { 200: siteResponse },
      handle: withSession(({ session }) =>
        jsonResponse({ success: true, data: readSitePreferences(session.user.preferences.site) }),
      ),
    },
    POST: {
      tokenScope: "profile:write",
      summary: "Save site preferences",
      description: "At least one field; the others are unchanged. JSON only.",
      tags: ["Preferences"],
      body: sitePreferencesInputSchema,
      responses: { 200: siteResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const input = parseInput(sitePreferencesInputSchema, (await readBody(request)).value);
        return jsonResponse({
          success: true,
          data: await saveSitePreferences(db, session.user.id, input),
        });
      }),
    },
  },
};

export const preferencesEndpoints: readonly Endpoint[] = [...preferenceEndpoints, siteEndpoint];
