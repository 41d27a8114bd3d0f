import { z } from "zod";
import { exportAccount } from "~/features/accounts/export-account.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { withSession } from "~/http/api/with-session";
import { envelope } from "~/routes/api/responses.server";

const anyValue = z.record(z.string(), z.unknown());
const exportSchema = z.object({
  exported_at: z.iso.datetime(),
  account: anyValue,
  age_limit: anyValue.nullable(),
  profile: anyValue,
  preferences: anyValue,
  identities: z.array(anyValue),
  sessions: z.array(anyValue),
  tokens: z.array(anyValue),
  trusted_browsers: z.array(anyValue),
  passkeys: z.array(anyValue),
  watch_list: z.array(anyValue),
  seen_episodes: z.array(anyValue),
  list_history: z.array(anyValue),
  shared_reviews: z.array(anyValue),
  favorite_characters: z.array(anyValue),
  favorite_people: z.array(anyValue),
  suggestions: z.array(anyValue),
  suggestion_feedback: z.array(anyValue),
  wishes: z.array(anyValue),
  notifications: z.array(anyValue),
  muted_titles: z.array(anyValue),
  channels: z.array(anyValue),
  search_history: z.array(anyValue),
  saved_searches: z.array(anyValue),
  calendar_links: z.array(anyValue),
  playback: z.array(anyValue),
  uploads: z.array(anyValue),
  list_imports: z.array(anyValue),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "session",
      summary: "Export the account's data",
      description:
        "Everything stored about the user, as one JSON file, without passwords and session ids. Its watch list and the history of it can be imported again.",
      tags: ["Account"],
      responses: { 200: { description: "The data.", schema: envelope(exportSchema) } },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const data = await exportAccount(db, session.user.id);
        return jsonResponse(
          { success: true, data },
          { headers: { "content-disposition": 'attachment; filename="akari-export.json"' } },
        );
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
