import { z } from "zod";
import { exportAccount } from "~/features/accounts/export-account.server";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  sessionKeySchema,
} from "~/features/accounts/sessions.server";
import type { Endpoint } from "~/http/api/endpoint";
import { privateJson } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { endAccount } from "~/http/session/end-account.server";
import { withSession } from "~/http/api/with-session";
import { envelope, messageSchema } from "~/routes/api/account/answers.server";

const TAGS = ["Account"];
const anything = z.record(z.string(), z.unknown());
const exportSchema = z.object({
  exported_at: z.iso.datetime(),
  account: anything,
  profile: anything,
  preferences: anything,
  identities: z.array(anything),
  sessions: z.array(anything),
  watch_list: z.array(anything),
  search_history: z.array(anything),
  playback: z.array(anything),
  uploads: z.array(anything),
  list_imports: z.array(anything),
});

/** GET /api/user/export. */
const exportEndpoint: Endpoint = {
  path: "/api/user/export",
  methods: {
    GET: {
      summary: "Export all of one's data",
      description:
        "Everything that is stored about the person, as one JSON file. Passwords and session ids are not in it.",
      tags: TAGS,
      answers: { 200: { description: "The data.", schema: envelope(exportSchema) } },
      handle: withSession(async ({ scope, session }) => {
        const data = await exportAccount(scope.services.db, session.user.id);
        return privateJson(
          { success: true, data },
          { headers: { "content-disposition": 'attachment; filename="akari-export.json"' } },
        );
      }),
    },
  },
};

const deleteSchema = z.object({
  password: z.string("Enter your password.").max(200, "The password is too long.").optional(),
});

/** DELETE /api/user/account. */
const accountEndpoint: Endpoint = {
  path: "/api/user/account",
  methods: {
    DELETE: {
      summary: "Delete the account",
      description:
        "Removes the account with everything that belongs to it and ends all its sessions. Takes the password, or a sign-in less than ten minutes old; a wrong password is 403 in any case.",
      tags: TAGS,
      rateLimit: "accountDeletion",
      body: deleteSchema,
      answers: {
        200: { description: "It is gone; the cookie is cleared.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, scope, session }) => {
        const { password } = parseInput(deleteSchema, (await readBody(request)).value);
        const headers = await endAccount(scope, session, password);
        return privateJson(
          { success: true, data: { message: "Your account and all its data are gone." } },
          { headers },
        );
      }),
    },
  },
};

const sessionLineSchema = z.object({
  key: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  current: z.boolean(),
});

/** GET and DELETE /api/user/sessions: where one is signed in. */
const sessionsEndpoint: Endpoint = {
  path: "/api/user/sessions",
  methods: {
    GET: {
      summary: "List one's sessions",
      description: "Last used first. The key names a session and cannot be used as one.",
      tags: TAGS,
      answers: {
        200: { description: "The sessions.", schema: envelope(z.array(sessionLineSchema)) },
      },
      handle: withSession(async ({ scope, session }) => {
        const lines = await listSessions(scope.services.db, session.user.id);
        const data = lines.map(({ key, device, address, createdAt, lastUsedAt }) => ({
          key,
          device,
          address,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt.toISOString(),
          current: key === session.idHash,
        }));
        return privateJson({ success: true, data });
      }),
    },
    DELETE: {
      summary: "Sign out elsewhere",
      description:
        "Ends the session of `key`, or without it every session but this one. Effective at its next request.",
      tags: TAGS,
      query: z.object({ key: z.string().optional() }),
      answers: {
        200: { description: "A sentence that says what ended.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ url, scope, session }) => {
        const { db, sessionCookie } = scope.services;
        if (!url.searchParams.has("key")) {
          const ended = await revokeOtherSessions(db, session.user.id, session.idHash);
          return privateJson({
            success: true,
            data: {
              message: ended === 1 ? "One other session ended." : `${ended} other sessions ended.`,
            },
          });
        }
        const { key } = parseInput(sessionKeySchema, { key: url.searchParams.get("key") });
        await revokeSession(db, session.user.id, key);
        const headers: Record<string, string> =
          key === session.idHash ? { "set-cookie": await sessionCookie.clear(scope.secure) } : {};
        return privateJson({ success: true, data: { message: "The session ended." } }, { headers });
      }),
    },
  },
};

export const ownAccountEndpoints: readonly Endpoint[] = [
  exportEndpoint,
  accountEndpoint,
  sessionsEndpoint,
];
