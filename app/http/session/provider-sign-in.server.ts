import { isLoopback, isOfProvider } from "~/config/oauth";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  accountsContext,
  siteContext,
} from "~/http/context";
import { OpenIdError } from "~/providers/openid/openid-error";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { isConnected } from "~/features/accounts/connections.server";
import { confirmSession } from "~/features/accounts/sessions.server";
import {
  clearProviderProblem,
  recordProviderProblem,
} from "~/features/accounts/sign-in/provider-problem.server";
import { linkIdentity } from "~/features/accounts/sign-in/link-identity.server";
import { signInWithIdentity } from "~/features/accounts/sign-in/sign-in-with-identity.server";
import type { SecondStep } from "~/features/accounts/sign-in/open-session.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import { describeClient } from "~/http/request/describe-client";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { ProviderProblem } from "~/providers/openid/provider-problem";
import { createProviderAuthenticator, ProviderSignInRefused } from "./authenticator.server";
import { claimOwnership } from "./claim-ownership.server";
import { getSession } from "./get-session.server";
import type { SignInPurpose } from "./provider-cookies.server";
import type { FailedStart, ProviderSignInFailure, StartPage } from "./provider-sign-in-failure";

const TIMEOUT_MS = 9_000;

export interface ProviderSession extends CreatedSession {
  isNew: boolean;
  avatarUrl: string | null;
}

export interface FailedProviderSignIn extends FailedStart {
  kind: "failed";
  failure: ProviderSignInFailure;
  /** What the log says. */
  reason: string;
  problem: ProviderProblem | null;
}

export type StartedProviderSignIn = { kind: "started"; response: Response } | FailedProviderSignIn;

/** How a sign-in with a provider ended. `cookies` remove the cookie that it began with. */
export type FinishedProviderSignIn = { cookies: string[] } & (
  | { kind: "signed-in"; session: ProviderSession; returnTo: string }
  | { kind: "second-step"; step: SecondStep; returnTo: string }
  | { kind: "linked"; returnTo: string }
  | { kind: "confirmed"; returnTo: string }
  | FailedProviderSignIn
);

export async function startProviderSignIn(
  request: Request,
  context: RouterContext,
  provider: OpenIdProvider,
  purpose: SignInPurpose,
): Promise<StartedProviderSignIn> {
  const { returnTo } = purpose;
  const startPage = startPageOf(purpose);
  const providerId = provider.client.id;
  if (!isOwnOrigin(context))
    return {
      kind: "failed",
      startPage,
      providerId,
      failure: "elsewhere",
      reason: "PUBLIC_URL is not set, and the request's Host is not this machine",
      problem: null,
      returnTo,
    };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const isSignedIn = (await getSession(request, context)) !== null;
    const authenticator = await createProviderAuthenticator(context, provider, signal, {
      forceLogin: startPage !== "signin" || isSignedIn,
      accept: () => Promise.reject(new Error("A sign-in that starts has no identity.")),
    });
    const response = await redirectOf(
      authenticator.authenticate("provider", withoutQuery(request)),
    );
    await setStartCookies(response, { request, context, provider, purpose });
    response.headers.set("cache-control", "private, no-store");
    return { kind: "started", response };
  } catch (error) {
    if (!(error instanceof OpenIdError)) throw error;
    const { problem, message: reason } = error;
    await recordProblem(context, providerId, problem);
    const failure = problem?.kind ?? "unavailable";
    return { kind: "failed", startPage, providerId, failure, reason, problem, returnTo };
  }
}

/** Sends nothing to a provider unless this browser started the sign-in with it. */
export async function finishProviderSignIn(
  request: Request,
  context: RouterContext,
): Promise<FinishedProviderSignIn> {
  const { searchParams } = new URL(request.url);
  const state = searchParams.get("state") ?? "";
  const { providerCookies } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const cookies = providerCookies.clear(request, state, secure);
  const pending = await providerCookies.find(request, state, secure);
  const purpose: SignInPurpose = pending ?? { returnTo: "/" };
  const { returnTo, linkUserId, confirmUserId, invitation } = purpose;
  const failed = (
    failure: ProviderSignInFailure,
    reason: string,
    problem: ProviderProblem | null = null,
  ): FinishedProviderSignIn => ({
    kind: "failed",
    startPage: startPageOf(purpose),
    providerId: pending?.providerId ?? null,
    failure,
    reason,
    problem,
    cookies,
    returnTo,
  });
  if (pending === null) return failed("expired", "no such sign-in in this browser");
  const { providers } = context.get(accountsContext);
  const provider = providers.find(({ client }) => client.id === pending.providerId);
  if (provider === undefined) return failed("expired", "its provider is not set up");
  const { id: providerId } = provider.client;
  const issuer = searchParams.get("iss");
  const isOfOther =
    issuer !== null &&
    !isOfProvider(provider.client, issuer) &&
    providers.some(({ client }) => isOfProvider(client, issuer));
  if (isOfOther) return failed("refused", "another provider's issuer is in the callback");
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await provider.checkCallback(searchParams, signal);
    if (!searchParams.get("code")) return failed("expired", "the callback has no code");
    const authenticate = async <Result>(
      accept: (identity: ProviderIdentity) => Promise<Result>,
    ) => {
      const options = { accept, forceLogin: false };
      const authenticator = await createProviderAuthenticator(context, provider, signal, options);
      const result = await authenticator.authenticate("provider", request);
      await clearProviderProblem(context.get(servicesContext).db, providerId);
      return result;
    };
    if (linkUserId !== undefined) {
      await authenticate((identity) => linkToSession(request, context, linkUserId, identity));
      return { kind: "linked", returnTo, cookies };
    }
    if (confirmUserId !== undefined) {
      await authenticate((identity) => confirmForUser(request, context, confirmUserId, identity));
      return { kind: "confirmed", returnTo, cookies };
    }
    const opened = await authenticate((identity) => signIn(request, context, identity, invitation));
    return "kind" in opened
      ? { kind: opened.kind, step: opened, returnTo, cookies }
      : { kind: "signed-in", session: opened, returnTo, cookies };
  } catch (error) {
    if (!(error instanceof OpenIdError) && !(error instanceof ProviderSignInRefused)) throw error;
    const { problem, message } = error;
    await recordProblem(context, providerId, problem);
    if (error instanceof ProviderSignInRefused) return failed(error.failure, message, problem);
    return failed(problem?.kind ?? error.kind, message, problem);
  }
}

/** Keeps it for the page that shows the failure, and for the doctor. */
async function recordProblem(
  context: RouterContext,
  providerId: string,
  problem: ProviderProblem | null,
): Promise<void> {
  if (problem === null) return;
  await recordProviderProblem(context.get(servicesContext).db, providerId, problem);
}

async function signIn(
  request: Request,
  context: RouterContext,
  identity: ProviderIdentity,
  invitation: string | undefined,
): Promise<ProviderSession | SecondStep> {
  const { db } = context.get(servicesContext);
  const { siteSettings } = context.get(siteContext);
  const { signUps: mode } = await siteSettings.read();
  const client = describeClient(request, context);
  const signedIn = await signInWithIdentity(db, identity, client, { mode, invitation });
  if (signedIn.kind !== "signed-in" && signedIn.kind !== "second-step")
    throw new ProviderSignInRefused(signedIn.kind, "problem" in signedIn ? signedIn.problem : null);
  await claimOwnership(context, identity.email);
  if (signedIn.kind === "second-step") return signedIn;
  const { kind: _, ...session } = signedIn;
  return { ...session, avatarUrl: identity.avatarUrl };
}

async function linkToSession(
  request: Request,
  context: RouterContext,
  userId: string,
  identity: ProviderIdentity,
): Promise<void> {
  const { db } = context.get(servicesContext);
  const session = await getSession(request, context);
  if (session?.user.id !== userId) throw new ProviderSignInRefused("expired");
  const outcome = await linkIdentity(db, { userId, sessionKey: session.idHash }, identity);
  if (outcome === "taken") throw new ProviderSignInRefused("taken");
}

/** Confirms that the session's user signed in; the session itself neither ends nor changes. */
async function confirmForUser(
  request: Request,
  context: RouterContext,
  userId: string,
  identity: ProviderIdentity,
): Promise<void> {
  const { db } = context.get(servicesContext);
  const session = await getSession(request, context);
  if (session?.user.id !== userId) throw new ProviderSignInRefused("expired");
  if (!(await isConnected(db, userId, identity))) throw new ProviderSignInRefused("other-account");
  await confirmSession(db, session.idHash);
}

function startPageOf({ linkUserId, confirmUserId }: SignInPurpose): StartPage {
  if (linkUserId !== undefined) return "settings";
  return confirmUserId === undefined ? "signin" : "confirm";
}

/** Removes the query, since a request with `state` would count as the provider's callback. */
function withoutQuery(request: Request): Request {
  const url = new URL(request.url);
  url.search = "";
  return new Request(url);
}

async function redirectOf(authentication: Promise<unknown>): Promise<Response> {
  const thrown = await authentication.catch((reason: unknown) => reason);
  if (thrown instanceof Response) return thrown;
  throw thrown;
}

async function setStartCookies(
  response: Response,
  {
    request,
    context,
    provider,
    purpose,
  }: { request: Request; context: RouterContext; provider: OpenIdProvider; purpose: SignInPurpose },
): Promise<void> {
  const { providerCookies } = context.get(servicesContext);
  const { secure } = context.get(requestContext);
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  const state = searchParams.get("state") ?? "";
  const started = { ...purpose, providerId: provider.client.id };
  for (const cookie of await providerCookies.start(request, state, started, secure))
    response.headers.append("set-cookie", cookie);
}

/** Trusts the client's Host header for loopback only, when there is no `PUBLIC_URL`. */
function isOwnOrigin(context: RouterContext): boolean {
  const { config } = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  return config.server.publicUrl !== null || isLoopback(new URL(origin).hostname);
}
