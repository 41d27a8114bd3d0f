import { z } from "zod";
import { resource } from "~/http/api/resource.server";
import { withSession } from "~/http/api/with-session";
import { startAddingPasskey } from "~/http/forms/passkeys.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { jsonResponse } from "~/http/response/json-response.server";
import { envelope } from "~/routes/api/responses.server";

const inputSchema = z.object({ body: z.object({}) });

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "session",
      summary: "Ask for a new passkey",
      description:
        "What a browser hands to `navigator.credentials.create()` (WebAuthn Level 3). The challenge works once, for five minutes and in this browser. Requires a sign-in or a confirmation less than ten minutes old, with two-factor authentication one by code or passkey (403). 409 with 20 passkeys; 404 where there are none.",
      tags: ["Account"],
      rateLimit: "passkeys",
      body: z.object({}),
      responses: {
        200: {
          description: "PublicKeyCredentialCreationOptionsJSON; the cookie is set.",
          schema: envelope(
            z.looseObject({
              challenge: z.string(),
              rp: z.object({ id: z.string(), name: z.string() }),
              user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
              excludeCredentials: z.array(z.looseObject({ id: z.string() })),
            }),
          ),
        },
      },
      handle: withSession(async ({ request, context, session }) => {
        const { value } = await readBody(request);
        parseInput(inputSchema, { body: value });
        const started = await startAddingPasskey(request, context, session);
        return jsonResponse({ success: true, data: started.options }, { headers: started.headers });
      }),
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
