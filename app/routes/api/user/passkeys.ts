import { z } from "zod";
import {
  listPasskeys,
  renamePasskey,
  type PasskeyEntry,
} from "~/features/accounts/passkeys/manage-passkeys.server";
import { passkeyKeySchema, passkeyNameSchema } from "~/features/accounts/passkeys/passkey-input";
import { servicesContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { addOwnPasskey, removeOwnPasskey } from "~/http/forms/passkeys.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { getRelyingPartyId } from "~/http/session/relying-party.server";
import { envelope, messageResponse } from "~/routes/api/responses.server";

const TAGS = ["Account"];

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  synced: z.boolean().meta({ description: "Backed up, and so maybe on several devices." }),
  usable: z.boolean().meta({ description: "Made for the host that the site has now." }),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});

function passkeyBody(entry: PasskeyEntry): z.output<typeof passkeySchema> {
  const { id, name, synced, isUsable, createdAt, lastUsedAt } = entry;
  return {
    id,
    name,
    synced,
    usable: isUsable,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "session",
      summary: "List passkeys",
      description: "Oldest first.",
      tags: TAGS,
      responses: {
        200: { description: "The passkeys.", schema: envelope(z.array(passkeySchema)) },
      },
      handle: withSession(async ({ context, session }) => {
        const { db } = context.get(servicesContext);
        const own = await listPasskeys(db, session.user.id, getRelyingPartyId(context));
        return jsonResponse({ success: true, data: own.map(passkeyBody) });
      }),
    },
    POST: {
      tokenScope: "session",
      summary: "Add a passkey",
      description:
        "Adds what `navigator.credentials.create()` returned for `/api/user/passkeys/options`, named after the device unless `name` is given. 400 for a challenge that is used up, expired or another browser's, and for what was not made for this site; 409 for a passkey that exists and for the twenty-first.",
      tags: TAGS,
      rateLimit: "passwordChange",
      body: z.object({
        credential: z
          .record(z.string(), z.unknown())
          .meta({ description: "RegistrationResponseJSON (WebAuthn Level 3)." }),
        name: z.string().min(1).max(64).optional(),
      }),
      responses: { 200: { description: "The passkey.", schema: envelope(passkeySchema) } },
      handle: withSession(async ({ request, context, session }) => {
        const { value } = await readBody(request);
        const added = await addOwnPasskey(request, context, session, value);
        return jsonResponse({ success: true, data: passkeyBody(added) });
      }),
    },
    PATCH: {
      tokenScope: "session",
      summary: "Rename a passkey",
      description: "404 for another user's.",
      tags: TAGS,
      body: z.object({ id: z.string(), name: z.string().min(1).max(64) }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ request, context, session }) => {
        const { value } = await readBody(request);
        const { db } = context.get(servicesContext);
        await renamePasskey(db, session.user.id, parseInput(passkeyNameSchema, value));
        return jsonResponse({ success: true, data: { message: "The passkey is renamed." } });
      }),
    },
    DELETE: {
      tokenScope: "session",
      summary: "Remove a passkey",
      description:
        "Requires a sign-in or a confirmation less than ten minutes old (403). 409 for the last way to sign in: password, linked sign-ins and passkeys count together. 404 for another user's.",
      tags: TAGS,
      rateLimit: "passwordChange",
      query: z.object({ id: z.base64url().meta({ description: "The passkey's id." }) }),
      responses: { 200: messageResponse },
      handle: withSession(async ({ url, context, session }) => {
        const id = url.searchParams.get("id") ?? undefined;
        await removeOwnPasskey(context, session, parseInput(passkeyKeySchema, { id }).id);
        return jsonResponse({ success: true, data: { message: "The passkey is removed." } });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
