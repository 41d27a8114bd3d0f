import { z } from "zod";
import {
  listSessions,
  endOtherSessions,
  revokeSession,
  sessionKeySchema,
} from "~/features/accounts/sessions.server";
import { requestContext, servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput } from "~/http/request/read-body.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageResponse } from "~/routes/api/responses.server";

const sessionInfoSchema = z.object({
  key: z.string(),
  profile: z
    .string()
    .nullable()
    .meta({ description: "Who watches, if it is not the account that signed in." }),
  asks_profile: z
    .boolean()
    .meta({ description: "Whether the device asks who is watching when it was not used." }),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  current: z.boolean(),
});

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "session",
      summary: "List sessions",
      description: "Most recently used first. The key identifies a session but cannot sign in.",
      tags: ["Account"],
      responses: {
        200: { description: "The sessions.", schema: envelope(z.array(sessionInfoSchema)) },
      },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const sessions = await listSessions(db, session.user.id);
        const data = sessions.map(
          ({ key, profileName, asksProfile, device, address, createdAt, lastUsedAt }) => ({
            key,
            profile: profileName,
            asks_profile: asksProfile,
            device,
            address,
            created_at: createdAt.toISOString(),
            last_used_at: lastUsedAt.toISOString(),
            current: key === session.idHash,
          }),
        );
        return jsonResponse({ success: true, data });
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "End sessions",
      description:
        "Ends the session with `key`, or without it every session but this one. Takes effect at the session's next request.",
      tags: ["Account"],
      query: z.object({
        key: z.string().optional().meta({ description: "The session's key, from the list." }),
      }),
      responses: {
        200: messageResponse,
      },
      handle: withSession(async ({ url, context, session }) => {
        const { secure } = context.get(requestContext);
        const { db, sessionCookie } = context.get(servicesContext);
        if (!url.searchParams.has("key")) {
          const ended = await endOtherSessions(db, session.user.id, session.idHash);
          return jsonResponse({
            success: true,
            data: {
              message: ended === 1 ? "One other session ended." : `${ended} other sessions ended.`,
            },
          });
        }
        const { key } = parseInput(sessionKeySchema, { key: url.searchParams.get("key") });
        await revokeSession(db, session.user.id, key);
        const headers: Record<string, string> =
          key === session.idHash ? { "set-cookie": await sessionCookie.clear(secure) } : {};
        return jsonResponse(
          { success: true, data: { message: "The session ended." } },
          { headers },
        );
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
