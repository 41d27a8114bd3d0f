import { z } from "zod";
import { Forbidden } from "~/errors/app-error";
import { resource } from "~/http/api/resource.server";
import { startUsingPasskey } from "~/http/forms/passkeys.server";
import { parseInput, readOptionalBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { requireSession } from "~/http/session/get-session.server";
import { zodMessage } from "~/i18n/error-message";
import { envelope } from "~/routes/api/responses.server";

export const PASSKEY_PURPOSES = ["sign-in", "confirm"] as const;

/** What a passkey is used for; to sign in by default. */
export const passkeyPurposeSchema = z.object({
  purpose: z.enum(PASSKEY_PURPOSES, zodMessage("passkey.purpose")).default("sign-in"),
});

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Ask for a passkey",
      description:
        "What a browser hands to `navigator.credentials.get()` (WebAuthn Level 3), to sign in, or with `purpose: confirm` to prove who is signed in. The challenge works once, for five minutes, for this purpose and in this browser, to which a cookie binds it. 404 where there are no passkeys: they need `PUBLIC_URL` with https and a host name, or `localhost`.",
      tags: ["Account"],
      rateLimit: "passkeys",
      body: z.object({ purpose: z.enum(PASSKEY_PURPOSES).optional() }),
      responses: {
        200: {
          description: "PublicKeyCredentialRequestOptionsJSON; the cookie is set.",
          schema: envelope(
            z.looseObject({
              challenge: z.string(),
              rpId: z.string(),
              timeout: z.int().meta({ description: "Milliseconds." }),
              userVerification: z.literal("required"),
              allowCredentials: z.array(z.looseObject({ id: z.string() })),
            }),
          ),
        },
      },
      async handle({ request, context }) {
        const { value } = await readOptionalBody(request);
        const { purpose } = parseInput(passkeyPurposeSchema, value);
        let userId: string | null = null;
        if (purpose === "confirm") {
          const { user } = await requireSession(request, context);
          if (user.email === null) throw new Forbidden("household.noSignIn");
          userId = user.id;
        }
        const started = await startUsingPasskey(request, context, { purpose, userId });
        return jsonResponse({ success: true, data: started.options }, { headers: started.headers });
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
