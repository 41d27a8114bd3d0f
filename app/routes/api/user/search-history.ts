import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { searchEntrySchema, searchInputSchema } from "~/features/search-history/search-input";
import { SEARCH_HISTORY_PATH } from "~/features/search-history/view/search-history-path";
import {
  deleteSearches,
  listSearches,
  recordSearch,
  deleteSearch,
} from "~/features/search-history/searches.server";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseFormFields } from "~/http/pages/form-values";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageResponse } from "~/routes/api/responses.server";

const TAGS = ["Search history"];
const idSchema = z.object({ id: z.uuid(zodMessage("history.invalidId")) });

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "profile:read",
      summary: "Read the search history",
      description: "Newest first. The latest 1,000 are kept.",
      tags: TAGS,
      responses: {
        200: { description: "The entries.", schema: envelope(z.array(searchEntrySchema)) },
      },
      handle: withSession(async ({ context, session }) =>
        jsonResponse({
          success: true,
          data: await listSearches(context.get(servicesContext).db, session.user.id),
        }),
      ),
    },
    POST: {
      tokenScope: "profile:write",
      summary: "Record a search",
      description: "Stores nothing when tracking is off, which the message says.",
      tags: TAGS,
      body: z.object({
        query: z.string().min(1).max(256),
        timestamp: z.iso.datetime({ offset: true }).nullish(),
      }),
      responses: {
        200: messageResponse,
        302: { description: "For a form: redirects to `returnTo` or the history." },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { db } = context.get(servicesContext);
        const body = await readBody(request);
        const recorded = await recordSearch(
          db,
          session.user.id,
          parseInput(searchInputSchema, parseFormFields(body, { optional: ["timestamp"] })),
        );
        if (body.isForm) return formRedirect(body, SEARCH_HISTORY_PATH);
        return jsonResponse({
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
      tokenScope: "profile:write",
      summary: "Clear the search history",
      description: "Deletes all entries, or one with `id`; succeeds when it does not exist.",
      tags: TAGS,
      query: z.object({
        id: z.uuid().optional().meta({ description: "The entry's id." }),
      }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, url, context, session }) => {
        const { db } = context.get(servicesContext);
        const sent = (await readBody(request)).value;
        // An invalid id must not delete the whole history.
        const idParam = url.searchParams.has("id")
          ? { id: url.searchParams.get("id") }
          : typeof sent === "object" && sent !== null && "id" in sent
            ? sent
            : null;
        if (idParam === null) {
          await deleteSearches(db, session.user.id);
          return jsonResponse({
            success: true,
            data: { message: "Your search history is empty now." },
          });
        }
        const wasThere = await deleteSearch(db, session.user.id, parseInput(idSchema, idParam).id);
        return jsonResponse({
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
});

export const loader = endpoint;
export const action = endpoint;
