import { z } from "zod";
import { searchEntrySchema, searchInputSchema } from "~/features/search-history/search-input";
import {
  clearSearches,
  listSearches,
  recordSearch,
  removeSearch,
} from "~/features/search-history/searches.server";
import type { Endpoint } from "~/http/api/endpoint";
import { formRedirect } from "~/http/pages/form-answer";
import { privateJson } from "~/http/response/json-response.server";
import { typedValue } from "~/http/pages/form-values";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/account/answers.server";

const TAGS = ["Search history"];
const message = {
  description: "A sentence that says what happened.",
  schema: envelope(messageSchema),
};
const idSchema = z.object({ id: z.uuid("An entry is named by its id.") });

/** The search history (specification 4.6). */
export const searchHistoryEndpoint: Endpoint = {
  path: "/api/user/searchHistory",
  methods: {
    GET: {
      summary: "Read the search history",
      description: "Newest first. The newest thousand are kept.",
      tags: TAGS,
      answers: {
        200: { description: "The entries.", schema: envelope(z.array(searchEntrySchema)) },
      },
      handle: withSession(async ({ scope, session }) =>
        privateJson({
          success: true,
          data: await listSearches(scope.services.db, session.user.id),
        }),
      ),
    },
    POST: {
      summary: "Record a search",
      description: "With tracking switched off nothing is stored, and the message says so.",
      tags: TAGS,
      body: z.object({
        query: z.string().min(1).max(256),
        timestamp: z.iso.datetime({ offset: true }).nullish(),
      }),
      answers: {
        200: message,
        302: { description: "After a form: on to `returnTo` or the history." },
      },
      handle: withSession(async ({ request, scope, session }) => {
        const body = await readBody(request);
        const recorded = await recordSearch(
          scope.services.db,
          session.user.id,
          parseInput(searchInputSchema, typedValue(body, { optional: ["timestamp"] })),
        );
        if (body.isForm) return formRedirect(body, "/history");
        return privateJson({
          success: true,
          data: {
            message: recorded
              ? "The search was recorded."
              : "The search was not recorded, because search history is switched off.",
          },
        });
      }),
    },
    DELETE: {
      summary: "Clear the search history",
      description: "Removes every entry, or with `id` that one; fine when it is not there.",
      tags: TAGS,
      query: z.object({ id: z.uuid().optional() }),
      answers: { 200: message },
      handle: withSession(async ({ request, url, scope, session }) => {
        const { db } = scope.services;
        const sent = (await readBody(request)).value;
        // Whoever names an entry, however wrongly, does not mean all of them.
        const named = url.searchParams.has("id")
          ? { id: url.searchParams.get("id") }
          : typeof sent === "object" && sent !== null && "id" in sent
            ? sent
            : null;
        if (named === null) {
          await clearSearches(db, session.user.id);
          return privateJson({
            success: true,
            data: { message: "Your search history is empty now." },
          });
        }
        const wasThere = await removeSearch(db, session.user.id, parseInput(idSchema, named).id);
        return privateJson({
          success: true,
          data: {
            message: wasThere
              ? "The search is out of your history."
              : "The search was not in your history.",
          },
        });
      }),
    },
  },
};
