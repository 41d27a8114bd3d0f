import { saveSitePreferences } from "~/features/profile/preferences.server";
import {
  readSitePreferences,
  sharesWithOthers,
  sitePreferencesInputSchema,
  sitePreferencesSchema,
} from "~/features/profile/site-preferences";
import { requireAdult } from "~/features/accounts/session-user.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/responses.server";

const siteResponse = {
  description: "All site preferences.",
  schema: envelope(sitePreferencesSchema),
};

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read site preferences",
      description:
        "Title language, theme, locale, layout of My list, the rails of Home (`home`), the delay of the schedule in hours, player defaults, the kinds of notifications that are off (`notificationsOff`), the hours in which none is sent (`quietFrom` and `quietUntil`, both or neither), the hour of a daily or weekly email (`digestHour`), and whether visitors may open the profile (`publicProfile`) and its list (`publicList`).",
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
        if (sharesWithOthers(input)) requireAdult(session.user);
        return jsonResponse({
          success: true,
          data: await saveSitePreferences(db, session.user.id, input),
        });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
