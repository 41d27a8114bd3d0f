import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { type RouterContext, accountsContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { startProviderSignIn } from "~/http/session/provider-sign-in.server";
import { parseInput, readOptionalBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { failureResponse } from "./provider-responses.server";

const startSchema = z.object({ returnTo: z.unknown().optional() });

const endpoint = resource({
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in with the provider",
      description:
        "Redirects the browser to the provider (authorization code flow with PKCE). 404 when no provider is configured. `returnTo` is a path of this site.",
      tags: ["Account"],
      rateLimit: "oauth",
      body: z.object({ returnTo: z.string().optional() }),
      responses: { 302: { description: "Redirects to the provider's authorization endpoint." } },
      async handle({ request, context }) {
        const provider = configuredProvider(context);
        const body = await readOptionalBody(request);
        const returnTo = safeRedirectPath(parseInput(startSchema, body.value).returnTo);
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

function configuredProvider(context: RouterContext): OpenIdProvider {
  const [provider] = context.get(accountsContext).providers;
  if (provider === undefined) throw new NotFound("provider.none");
  return provider;
}
