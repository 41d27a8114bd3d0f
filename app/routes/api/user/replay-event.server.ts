import { href } from "react-router";
import { z } from "zod";
import { undoInputSchema } from "~/features/watch-list/tracking/track-input";
import type { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { servicesContext } from "~/http/context";
import type { Operation } from "~/http/api/endpoint";
import { withSession } from "~/http/api/with-session";
import { formRedirect } from "~/http/pages/form-redirect";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { messageResponse, afterListForm } from "~/routes/api/responses.server";

/** Undoes or redoes an event of the list's history. */
export function replayOperation(
  replay: typeof undoEvent,
  done: string,
  documented: Pick<Operation, "summary" | "description">,
): Operation {
  return {
    ...documented,
    tokenScope: "list:write",
    tags: ["Watch list"],
    body: z.object({ eventId: z.string() }),
    responses: {
      200: messageResponse,
      302: afterListForm,
    },
    handle: withSession(async ({ request, context, session }) => {
      const { db } = context.get(servicesContext);
      const body = await readBody(request);
      const { eventId } = parseInput(undoInputSchema, body.value);
      const { titles } = await replay(db, getTracker(request, context, session.user), eventId);
      if (body.isForm) return formRedirect(body, href("/list"));
      const message = `The change of ${nameTitles(titles)} is ${done}.`;
      return jsonResponse({ success: true, data: { message } });
    }),
  };
}

function nameTitles(titles: readonly (string | null)[]): string {
  return titles.length === 1 ? (titles[0] ?? "a hidden title") : `${titles.length} titles`;
}
