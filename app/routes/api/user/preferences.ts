import { preferenceRecordSchema } from "~/features/profile/preferences-input";
import { getPreferences } from "~/features/profile/preferences.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/responses.server";

const record = { description: "The preference record.", schema: envelope(preferenceRecordSchema) };

const endpoint = resource({
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
});

export const loader = endpoint;
export const action = endpoint;
