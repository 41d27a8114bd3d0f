import { z } from "zod";
import {
  preferenceRecordSchema,
  preferencesInputSchema,
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
import { atPaths } from "~/http/api/aliases";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { typedValue } from "~/http/pages/form-values";
import { privateJson } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/account/answers.server";

const record = { description: "The preference record.", schema: envelope(preferenceRecordSchema) };

/** POST /api/saveUserPreferences (specification 4.3) and the record itself. */
const preferenceEndpoints: readonly Endpoint[] = [
  ...atPaths(["/api/saveUserPreferences", "/api/user/saveUserPreferences"], {
    methods: {
      POST: {
        summary: "Save preferences",
        description:
          "At least one of the fields. `enfasisColor` and `enfasis` are accepted for `enfasiscolor`, as #rgb or #rrggbb.",
        tags: ["Preferences"],
        body: z.object({
          enfasiscolor: z.string().optional(),
          parentalControl: z.boolean().optional(),
          trackSearchHistory: z.boolean().optional(),
        }),
        answers: {
          200: record,
          302: { description: "After a form: on to `returnTo` or the settings." },
        },
        handle: withSession(async ({ request, scope, session }) => {
          const body = await readBody(request);
          const input = parseInput(
            preferencesInputSchema,
            typedValue(body, { booleans: ["parentalControl", "trackSearchHistory"] }),
          );
          const data = await savePreferences(scope.services.db, session.user.id, input);
          return body.isForm
            ? formRedirect(body, "/settings")
            : privateJson({ success: true, data });
        }),
      },
    },
  }),
  {
    path: "/api/user/preferences",
    methods: {
      GET: {
        summary: "Read preferences",
        tags: ["Preferences"],
        answers: { 200: record },
        handle: withSession(async ({ scope, session }) =>
          privateJson({
            success: true,
            data: await getPreferences(scope.services.db, session.user.id),
          }),
        ),
      },
    },
  },
];

const siteAnswer = {
  description: "All choices about the site.",
  schema: envelope(sitePreferencesSchema),
};

/** The choices about the site itself, beyond specification 2.2. */
const siteEndpoint: Endpoint = {
  path: "/api/user/sitePreferences",
  methods: {
    GET: {
      summary: "Read the choices about the site",
      description: "Title language, theme, locale and the player's defaults.",
      tags: ["Preferences"],
      answers: { 200: siteAnswer },
      handle: withSession(({ session }) =>
        privateJson({ success: true, data: readSitePreferences(session.user.preferences.site) }),
      ),
    },
    POST: {
      summary: "Save choices about the site",
      description: "At least one of the fields; the others stay. JSON only.",
      tags: ["Preferences"],
      body: sitePreferencesInputSchema,
      answers: { 200: siteAnswer },
      handle: withSession(async ({ request, scope, session }) => {
        const input = parseInput(sitePreferencesInputSchema, (await readBody(request)).value);
        return privateJson({
          success: true,
          data: await saveSitePreferences(scope.services.db, session.user.id, input),
        });
      }),
    },
  },
};

export const preferencesEndpoints: readonly Endpoint[] = [...preferenceEndpoints, siteEndpoint];
