import { isLoopback } from "~/config/oauth";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { OpenIdError } from "~/providers/openid/openid-error";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import {
  createProviderAuthenticator,
  ProviderSignInRefused,
  type ProviderSession,
} from "./authenticator.server";
import type { ProviderSignInFailure } from "./provider-sign-in-failure";

/** For all requests to the provider together. */
const TIMEOUT_MS = 9_000;

export interface FailedProviderSignIn {
  kind: "failed";
  failure: ProviderSignInFailure;
  /** For the log. */
  reason: string;
  returnTo: string;
}

export type StartedProviderSignIn = { kind: "started"; response: Response } | FailedProviderSignIn;

/** `cookies` are `Set-Cookie` values that end this sign-in. */
export type FinishedProviderSignIn = { cookies: string[] } & (
  { kind: "signed-in"; session: ProviderSession; returnTo: string } | FailedProviderSignIn
);

export async function startProviderSignIn(
  request: Request,
  context: RouterContext,
  provider: OpenIdProvider,
  returnTo: string,
): Promise<StartedProviderSignIn> {
  if (!isOwnOrigin(context))
    return {
      kind: "failed",
      failure: "elsewhere",
      reason: "PUBLIC_URL is not set, and the request's Host is not this machine",
      returnTo,
    };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const authenticator = await createProviderAuthenticator(context, provider, signal);
    const response = await redirectOf(
      authenticator.authenticate("provider", withoutQuery(request)),
    );
    await setStartCookies(response, { request, context, returnTo });
    response.headers.set("cache-control", "private, no-store");
    return { kind: "started", response };
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    return { kind: "failed", failure: "unavailable", reason: error.message, returnTo };
  }
}

/**
 * Handles the provider's callback. Sends no request to the provider unless this browser has started
 * the sign-in.
 */
export async function finishProviderSignIn(
  request: Request,
  context: RouterContext,
  provider: OpenIdProvider,
): Promise<FinishedProviderSignIn> {
  const { searchParams } = new URL(request.url);
  const state = searchParams.get("state") ?? "";
  const { providerCookies } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const cookies = providerCookies.clear(request, state, secure);
  const pending = await providerCookies.find(request, state, secure);
  const { returnTo } = pending ?? { returnTo: "/" };
  const failed = (failure: ProviderSignInFailure, reason: string): FinishedProviderSignIn => ({
    kind: "failed",
    failure,
    reason,
    cookies,
    returnTo,
  });
  if (pending === null) return failed("expired", "no such sign-in in this browser");
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await provider.checkCallback(searchParams, signal);
    const authenticator = await createProviderAuthenticator(context, provider, signal);
    const session = await authenticator.authenticate("provider", request);
    return { kind: "signed-in", session, returnTo, cookies };
  } catch (error) {
    if (error instanceof OpenIdError) return failed(error.kind, error.message);
    if (error instanceof ProviderSignInRefused) return failed(error.failure, error.failure);
    // Thrown for a callback without a code or a verifier.
    if (error instanceof ReferenceError || error instanceof RangeError)
      return failed("expired", "the callback has no code of this sign-in");
    throw error;
  }
}

/** The strategy treats a request with `state` as the callback. */
function withoutQuery(request: Request): Request {
  const url = new URL(request.url);
  url.search = "";
  return new Request(url);
}

/** The strategy throws its redirect. */
async function redirectOf(authentication: Promise<unknown>): Promise<Response> {
  const thrown = await authentication.catch((reason: unknown) => reason);
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

async function setStartCookies(
  response: Response,
  { request, context, returnTo }: { request: Request; context: RouterContext; returnTo: string },
): Promise<void> {
  const { providerCookies } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  const state = searchParams.get("state") ?? "";
  for (const cookie of await providerCookies.start(request, state, returnTo, secure))
    response.headers.append("set-cookie", cookie);
}

/**
 * Without `PUBLIC_URL` the origin comes from the client's Host header, so the redirect URI may only
 * use loopback names.
 */
function isOwnOrigin(context: RouterContext): boolean {
  const { config } = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  return config.server.publicUrl !== null || isLoopback(new URL(origin).hostname);
}
