import { z } from "zod";
import { currentPasswordSchema } from "~/features/accounts/credentials";
import { requireProof } from "~/features/accounts/recent-proof.server";
import { tokenIdSchema, tokenInputSchema } from "~/features/accounts/tokens/token-input";
import { TOKEN_SCOPES } from "~/features/accounts/tokens/token-scopes";
import {
  createToken,
  listTokens,
  revokeToken,
  type TokenEntry,
} from "~/features/accounts/tokens/tokens.server";
import { servicesContext, accountsContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { jsonResponse } from "~/http/response/json-response.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { envelope, messageSchema } from "~/routes/api/responses.server";

const TAGS = ["Account"];

const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
});

function tokenBody({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: TokenEntry) {
  return {
    id,
    name,
    scopes,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

const createSchema = tokenInputSchema.extend({
  currentPassword: currentPasswordSchema.optional(),
});

/** A token is not enough to manage tokens. */
const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "session",
      summary: "List access tokens",
      description: "Newest first, including expired ones, without their secrets.",
      tags: TAGS,
      responses: { 200: { description: "The tokens.", schema: envelope(z.array(tokenSchema)) } },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const tokens = await listTokens(db, session.user.id);
        return jsonResponse({ success: true, data: tokens.map(tokenBody) });
      }),
    },
    POST: {
      tokenScope: "session",
      summary: "Create an access token",
      description:
        "The token is returned only once; send it as `Authorization: Bearer akari_…`. Without `expiresInDays` it does not expire. Requires a sign-in less than ten minutes old, or the password as `currentPassword` (403).",
      tags: TAGS,
      rateLimit: "passwordChange",
      body: z.object({
        name: z.string().min(1).max(64),
        scopes: z.array(z.enum(TOKEN_SCOPES)).min(1),
        expiresInDays: z.int().min(1).max(3_650).nullish(),
        currentPassword: z.string().optional(),
      }),
      responses: {
        200: {
          description: "The token.",
          schema: envelope(tokenSchema.extend({ token: z.string() })),
        },
      },
      handle: withSession(async ({ request, context, session }) => {
        const accounts = context.get(accountsContext);
        const { value } = await readBody(request);
        const { currentPassword, ...input } = parseInput(createSchema, value);
        await requireProof(accounts, session, currentPassword);
        const created = await createToken(accounts.db, session.user.id, input);
        return jsonResponse({
          success: true,
          data: { ...tokenBody(created), token: created.token },
        });
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "Revoke an access token",
      description: "Takes effect at the token's next request. 404 for another user's token.",
      tags: TAGS,
      query: z.object({ id: z.uuid().meta({ description: "The token's id." }) }),
      responses: { 200: { description: "Revoked.", schema: envelope(messageSchema) } },
      handle: withSession(async ({ url, context, session }) => {
        const { db } = context.get(servicesContext);
        const { id } = parseInput(tokenIdSchema, { id: url.searchParams.get("id") ?? undefined });
        await revokeToken(db, session.user.id, id);
        return jsonResponse({ success: true, data: { message: "The token is revoked." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
