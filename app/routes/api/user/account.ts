import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import { changeEmailSchema } from "~/features/accounts/change-email.server";
import { changePasswordSchema } from "~/features/accounts/credentials";
import { exportAccount } from "~/features/accounts/export-account.server";
import { requireProof } from "~/features/accounts/recent-proof.server";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  sessionKeySchema,
} from "~/features/accounts/sessions.server";
import { requestContext, servicesContext } from "~/http/context";
import type { Endpoint } from "~/http/api/endpoint";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { changeOwnEmail } from "~/pages/forms/change-own-email.server";
import { changeOwnPassword } from "~/pages/forms/change-own-password.server";
import { deleteOwnAccount } from "~/pages/forms/delete-own-account.server";
import { withSession } from "~/http/api/with-session";
import { accountsContext } from "~/services/contexts";
import { envelope, messageSchema } from "~/routes/api/account/envelope.server";

const TAGS = ["Account"];
const anyValue = z.record(z.string(), z.unknown());
const exportSchema = z.object({
  exported_at: z.iso.datetime(),
  account: anyValue,
  profile: anyValue,
  preferences: anyValue,
  identities: z.array(anyValue),
  sessions: z.array(anyValue),
  tokens: z.array(anyValue),
  trusted_browsers: z.array(anyValue),
  watch_list: z.array(anyValue),
  seen_episodes: z.array(anyValue),
  list_history: z.array(anyValue),
  shared_reviews: z.array(anyValue),
  favorite_characters: z.array(anyValue),
  favorite_people: z.array(anyValue),
  suggestions: z.array(anyValue),
  suggestion_feedback: z.array(anyValue),
  search_history: z.array(anyValue),
  saved_searches: z.array(anyValue),
  calendar_links: z.array(anyValue),
  playback: z.array(anyValue),
  uploads: z.array(anyValue),
  list_imports: z.array(anyValue),
});

const exportEndpoint: Endpoint = {
  path: "/api/user/export",
  methods: {
    GET: {
      tokenScope: "session",
      summary: "Export the account's data",
      description:
        "Everything stored about the user, as one JSON file, without passwords and session ids. Its watch list and the history of it can be imported again.",
      tags: TAGS,
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
};

const deleteSchema = z.object({
  password: z
    .string(zodMessage("password.required"))
    .max(200, zodMessage("password.tooLong"))
    .optional(),
});

const accountEndpoint: Endpoint = {
  path: "/api/user/account",
  methods: {
    DELETE: {
      tokenScope: "session",
      summary: "Delete the account",
      description:
        "Deletes the account with all its data and ends all its sessions. Requires the password, or a sign-in less than ten minutes old; a wrong password is always 403.",
      tags: TAGS,
      rateLimit: "accountDeletion",
      body: deleteSchema,
      responses: {
        200: { description: "Deleted; the cookie is cleared.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { password } = parseInput(deleteSchema, (await readBody(request)).value);
        await requireProof(context.get(accountsContext), session, password);
        const headers = await deleteOwnAccount(context, session);
        return jsonResponse(
          { success: true, data: { message: "Your account and all its data are gone." } },
          { headers },
        );
      }),
    },
  },
};

const passwordEndpoint: Endpoint = {
  path: "/api/user/password",
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Change the password",
      description:
        "Requires the current password (403 if wrong). Ends all reset links of the user and, without `keepAccess`, all other sessions, access tokens and the calendar link. Notifies the email address, if the site sends mail.",
      tags: TAGS,
      rateLimit: "passwordChange",
      body: changePasswordSchema,
      responses: {
        200: { description: "The password was changed.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const input = parseInput(changePasswordSchema, (await readBody(request)).value);
        await changeOwnPassword(context, session, input);
        return jsonResponse({ success: true, data: { message: "Your password is changed." } });
      }),
    },
  },
};

const emailSchema = changeEmailSchema.extend({ currentPassword: deleteSchema.shape.password });

const emailEndpoint: Endpoint = {
  path: "/api/user/email",
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Change the email address",
      description:
        "Requires the current password, or a sign-in less than ten minutes old; a wrong password is always 403. 409 when the new address is in use. Ends all other sessions of the user and notifies the old address, if the site sends mail.",
      tags: TAGS,
      rateLimit: "passwordChange",
      body: emailSchema,
      responses: {
        200: { description: "The email address was changed.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { email, currentPassword } = parseInput(emailSchema, (await readBody(request)).value);
        await requireProof(context.get(accountsContext), session, currentPassword);
        await changeOwnEmail(context, session, email);
        return jsonResponse({ success: true, data: { message: "Your email address is changed." } });
      }),
    },
  },
};

const sessionInfoSchema = z.object({
  key: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  current: z.boolean(),
});

const sessionsEndpoint: Endpoint = {
  path: "/api/user/sessions",
  methods: {
    GET: {
      tokenScope: "session",
      summary: "List sessions",
      description: "Most recently used first. The key identifies a session but cannot sign in.",
      tags: TAGS,
      responses: {
        200: { description: "The sessions.", schema: envelope(z.array(sessionInfoSchema)) },
      },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const sessions = await listSessions(db, session.user.id);
        const data = sessions.map(({ key, device, address, createdAt, lastUsedAt }) => ({
          key,
          device,
          address,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt.toISOString(),
          current: key === session.idHash,
        }));
        return jsonResponse({ success: true, data });
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "End sessions",
      description:
        "Ends the session with `key`, or without it every session but this one. Takes effect at the session's next request.",
      tags: TAGS,
      query: z.object({
        key: z.string().optional().meta({ description: "The session's key, from the list." }),
      }),
      responses: {
        200: { description: "A confirmation message.", schema: envelope(messageSchema) },
      },
      handle: withSession(async ({ url, context, session }) => {
        const { secure } = context.get(requestContext);
        const { db, sessionCookie } = context.get(servicesContext);
        if (!url.searchParams.has("key")) {
          const ended = await revokeOtherSessions(db, session.user.id, session.idHash);
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
};

export const ownAccountEndpoints: readonly Endpoint[] = [
  exportEndpoint,
  accountEndpoint,
  passwordEndpoint,
  emailEndpoint,
  sessionsEndpoint,
];
