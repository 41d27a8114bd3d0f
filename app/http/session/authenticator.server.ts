import type { TokenEndpointResponse } from "oauth4webapi";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { SignInInput } from "~/features/accounts/credentials";
import { signInWithPassword } from "~/features/accounts/sign-in/sign-in-with-password.server";
import type { OpenedSignIn } from "~/features/accounts/sign-in/open-session.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  accountsContext,
} from "~/http/context";
import { describeClient } from "~/http/request/describe-client";
import { errorText } from "~/i18n/error-text.server";
import type { ProviderIdentity } from "~/providers/openid/claims";
import { describeProblem, type ProviderProblem } from "~/providers/openid/provider-problem";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { OpenIdStrategy } from "./openid-strategy.server";
import type { ProviderSignInFailure } from "./provider-sign-in-failure";

export class ProviderSignInRefused extends Error {
  override name = "ProviderSignInRefused";

  constructor(
    readonly failure: ProviderSignInFailure,
    readonly problem: ProviderProblem | null = null,
  ) {
    super(problem === null ? failure : errorText(describeProblem(problem)));
  }
}

/**
 * Strategy "password"; null for wrong credentials. Per request, since a session records its client.
 */
export function createAuthenticator(context: RouterContext): Authenticator<OpenedSignIn | null> {
  const accounts = context.get(accountsContext);
  return new Authenticator<OpenedSignIn | null>().use(
    new FormStrategy(({ form, request }) => {
      const [login, password] = [form.get("login"), form.get("password")];
      if (typeof login !== "string" || typeof password !== "string")
        throw new Error("The credentials are missing.");
      return signInWithPassword(accounts, { login, password }, describeClient(request, context));
    }),
    "password",
  );
}

interface ProviderAuthenticatorOptions<Result> {
  accept: (identity: ProviderIdentity) => Promise<Result>;
  /** Whether to authenticate despite the provider's session. */
  forceLogin: boolean;
}

/**
 * Strategy "provider". Throws `OpenIdError` and what `accept` throws. The redirect URI depends on
 * the request's origin.
 */
export async function createProviderAuthenticator<Result>(
  context: RouterContext,
  provider: OpenIdProvider,
  signal: AbortSignal,
  { accept, forceLogin }: ProviderAuthenticatorOptions<Result>,
): Promise<Authenticator<Result>> {
  const { providerCookies } = context.get(servicesContext);
  const { secure, origin } = context.get(requestContext);
  const { clientId, clientSecret, scopes } = provider.client;
  const { authorizationEndpoint, tokenEndpoint } = await provider.getMetadata(signal);
  const strategy = new OpenIdStrategy<Result>(
    {
      cookie: providerCookies.strategyCookie(secure),
      clientId,
      clientSecret,
      authorizationEndpoint,
      tokenEndpoint,
      redirectURI: `${origin}/api/auth/callback`,
      scopes: [...scopes],
      provider,
      forceLogin,
      signal,
    },
    async ({ tokens }) =>
      accept(await provider.getIdentity(tokens.data as TokenEndpointResponse, signal)),
  );
  return new Authenticator<Result>().use(strategy, "provider");
}

/** Puts the credentials into a request, since FormStrategy reads form data only. */
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
