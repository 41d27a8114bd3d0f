import type { TokenEndpointResponse } from "oauth4webapi";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { signInSchema, type SignInInput } from "~/features/accounts/credentials";
import { signInWithIdentity } from "~/features/accounts/sign-in/sign-in-with-identity.server";
import { signInWithPassword } from "~/features/accounts/sign-in/sign-in-with-password.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { OpenIdStrategy } from "./openid-strategy.server";
import type { ProviderSignInFailure } from "./provider-sign-in-failure";

const SCOPES = ["openid", "email", "profile"];

/** The session of a sign-in with the provider. */
export interface ProviderSession extends CreatedSession {
  isNew: boolean;
  avatarUrl: string | null;
}

/** The provider identified a user who may not sign in here. */
export class ProviderSignInRefused extends Error {
  override name = "ProviderSignInRefused";

  constructor(readonly failure: ProviderSignInFailure) {
    super(failure);
  }
}

/**
 * Strategy "password"; null for wrong credentials. Built per request, since a session records its
 * client.
 */
export function createAuthenticator(context: RouterContext): Authenticator<CreatedSession | null> {
  const services = context.get(servicesContext);
  return new Authenticator<CreatedSession | null>().use(
    new FormStrategy(({ form, request }) => {
      const credentials = signInSchema.parse(Object.fromEntries(form));
      return signInWithPassword(services, credentials, describeClient(request, context));
    }),
    "password",
  );
}

/**
 * Strategy "provider". Throws `OpenIdError` and `ProviderSignInRefused`. Built per request: the
 * redirect URI depends on its origin, the endpoints on discovery.
 */
export async function createProviderAuthenticator(
  context: RouterContext,
  provider: OpenIdProvider,
  signal: AbortSignal,
): Promise<Authenticator<ProviderSession>> {
  const { db, providerCookies } = context.get(servicesContext);
  const { secure, origin } = context.get(requestContext);
  const { authorizationEndpoint, tokenEndpoint } = await provider.getMetadata(signal);
  const strategy = new OpenIdStrategy<ProviderSession>(
    {
      cookie: providerCookies.strategyCookie(secure),
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      authorizationEndpoint,
      tokenEndpoint,
      redirectURI: `${origin}/api/auth/callback`,
      scopes: SCOPES,
      provider,
      signal,
    },
    async ({ tokens, request }) => {
      const identity = await provider.getIdentity(tokens.data as TokenEndpointResponse, signal);
      const signedIn = await signInWithIdentity(db, identity, describeClient(request, context));
      if (signedIn.kind !== "signed-in") throw new ProviderSignInRefused(signedIn.kind);
      const { kind: _, ...session } = signedIn;
      return { ...session, avatarUrl: identity.avatarUrl };
    },
  );
  return new Authenticator<ProviderSession>().use(strategy, "provider");
}

/** FormStrategy reads form data; this passes it credentials that are validated. */
export function credentialsRequest(request: Request, credentials: SignInInput): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-type");
  headers.delete("content-length");
  return new Request(request.url, {
    method: "POST",
    headers,
    body: new URLSearchParams({ ...credentials }),
  });
}
