import { z } from "zod";
import { resource } from "~/http/api/resource.server";
import { findProvider } from "~/http/session/redirect-to-provider.server";
import { startProviderSignIn } from "~/http/session/provider-sign-in.server";
import { parseInput, readOptionalBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { failureResponse } from "./provider-responses.server";

const startSchema = z.object({
  returnTo: z.unknown().optional(),
  provider: z.unknown().optional(),
});

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in with the provider",
      description:
        "Redirects the browser to the provider (authorization code flow with PKCE). `provider` is its id in `OAUTH_PROVIDERS`, `default` for the one without an id; without it, the first one is taken. 404 when there is no such provider. `returnTo` is a path of this site.",
      tags: ["Account"],
      rateLimit: "oauth",
      body: z.object({ returnTo: z.string().optional(), provider: z.string().optional() }),
      responses: { 302: { description: "Redirects to the provider's authorization endpoint." } },
      async handle({ request, context }) {
        const body = await readOptionalBody(request);
        const input = parseInput(startSchema, body.value);
        const provider = findProvider(context, input.provider);
        const returnTo = safeRedirectPath(input.returnTo);
        const started = await startProviderSignIn(request, context, provider, { returnTo });
        return started.kind === "started"
          ? started.response
          : failureResponse({ request, context }, started, []);
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;
