import { z } from "zod";
import { MAX_READ_IDS, readInputSchema } from "~/features/notifications/inbox/notice-input";
import {
  readAllNotices,
  readNotices,
} from "~/features/notifications/inbox/read-notifications.server";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { servicesContext } from "~/http/context";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { messageResponse } from "~/routes/api/responses.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "profile:write",
      summary: "Mark notifications as read",
      description: `Either \`ids\` with 1 to ${MAX_READ_IDS} ids, all or nothing, or \`all: true\`. 404 if the user has not each of them; those that were read before may be among them.`,
      tags: ["Notifications"],
      body: z.object({
        ids: z.array(z.string()).min(1).max(MAX_READ_IDS).optional(),
        all: z.boolean().optional(),
      }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session: { user } }) => {
        const { db } = context.get(servicesContext);
        const input = parseInput(readInputSchema, (await readBody(request)).value);
        if (input === "all") await readAllNotices(db, user.id);
        else await readNotices(db, user.id, input.ids);
        return jsonResponse({ success: true, data: { message: "Marked as read." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
