import { z } from "zod";
import { resource } from "~/http/api/resource.server";
import { confirmOwnPasskey, signInByPasskey } from "~/http/forms/passkeys.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { requireSession } from "~/http/session/get-session.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { envelope, messageSchema } from "~/routes/api/responses.server";
import { PASSKEY_PURPOSES, passkeyPurposeSchema } from "./passkey-options";
import { signedInBody, signedInSchema } from "./signed-in.server";

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in with a passkey",
      description:
        "Signs in with what `navigator.credentials.get()` returned for `/api/auth/passkey/options`; no code is asked for, since the authenticator has verified the user. With `purpose: confirm` the session counts as confirmed for ten minutes instead. A passkey that is refused is 401, and 400 for a confirmation; a disabled account is 403.",
      tags: ["Account"],
      rateLimit: "signin",
      body: z.object({
        credential: z
          .record(z.string(), z.unknown())
          .meta({ description: "AuthenticationResponseJSON (WebAuthn Level 3)." }),
        purpose: z.enum(PASSKEY_PURPOSES).optional(),
      }),
      responses: {
        200: {
          description: "The account and its session; the cookie is set. Or a confirmation.",
          schema: envelope(z.union([signedInSchema, messageSchema])),
        },
      },
      async handle(input) {
        const { request, context } = input;
        const { value } = await readBody(request);
        const { purpose } = parseInput(passkeyPurposeSchema, value);
        if (purpose === "confirm") {
          const session = await requireSession(request, context);
          await confirmOwnPasskey(request, context, session, value);
          return jsonResponse({ success: true, data: { message: "You are confirmed." } });
        }
        const opened = await signInByPasskey(request, context, value);
        const cookie = await replaceSession(request, context, opened);
        return jsonResponse(await signedInBody(input, opened), { headers: cookie });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
