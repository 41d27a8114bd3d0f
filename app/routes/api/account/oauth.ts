import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { signInWithIdentity } from "~/features/accounts/sign-in/sign-in-with-identity.server";
import { adoptAvatar } from "~/features/uploads/adopt-avatar.server";
import { AppError, Invalid, NotFound } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";
import type { Endpoint, EndpointInput } from "~/http/api/endpoint";
import { readVisitorSettings } from "~/http/pages/settings/visitor-settings";
import { keepInAccount } from "~/http/session/account-settings.server";
import { finishProviderSignIn, startProviderSignIn } from "~/http/session/provider-sign-in.server";
import {
  failedSignInPath,
  PROVIDER_SIGN_IN_FAILURES,
  type ProviderSignInFailure,
} from "~/http/session/provider-sign-in-failure";
import { errorResponse, logError } from "~/http/response/error-response.server";
import { clientOf } from "~/http/request/client-of";
import { parseInput, readOptionalBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { OpenIdProvider } from "~/providers/openid/provider.server";

const TAGS = ["Account"];
/** A picture that takes longer comes after the sign-in. */
const AVATAR_WAIT_MS = 2_000;
const startSchema = z.object({ returnTo: z.unknown().optional() });

/** POST /api/auth/oauth: off to the provider. */
const startEndpoint: Endpoint = {
  path: "/api/auth/oauth",
  methods: {
    POST: {
      summary: "Sign in with the provider",
      description:
        "Sends the browser to the provider: authorization code with PKCE. 404 when no provider is configured. `returnTo` is a path of this site.",
      tags: TAGS,
      rateLimit: "oauth",
      body: z.object({ returnTo: z.string().optional() }),
      answers: { 302: { description: "On to the provider's authorize address." } },
      async handle({ request, scope }) {
        const provider = configuredProvider(scope);
        const body = await readOptionalBody(request);
        const returnTo = safeRedirectPath(parseInput(startSchema, body.value).returnTo);
        const started = await startProviderSignIn(request, scope, provider, returnTo);
        return started.kind === "started"
          ? started.response
          : failedSignIn({ request, scope }, { ...started, returnTo }, []);
      },
    },
  },
};

/** GET /api/auth/callback: back from the provider. */
const callbackEndpoint: Endpoint = {
  path: "/api/auth/callback",
  methods: {
    GET: {
      summary: "Come back from the provider",
      description:
        "Where the provider sends the browser after the sign-in. A new person goes on to the sign-up steps.",
      tags: TAGS,
      rateLimit: "callback",
      query: z.object({
        code: z.string().optional(),
        state: z.string().optional(),
        iss: z.string().optional(),
        error: z.string().optional(),
      }),
      answers: {
        302: {
          description:
            "Signed in: on to `returnTo` or the sign-up steps. For a browser also after a failure: to `/signin?error=…`.",
        },
      },
      async handle(input) {
        const { request, scope } = input;
        const { provider } = scope.services;
        if (provider === null)
          return failedSignIn(
            input,
            { failure: "expired", reason: "no provider is set up", returnTo: "/" },
            [],
          );
        // A code works once; a link checker's HEAD must not use it up.
        if (request.method === "HEAD")
          return new Response(null, { headers: { "cache-control": "private, no-store" } });
        const finished = await finishProviderSignIn(request, scope, provider);
        if (finished.kind === "failed") return failedSignIn(input, finished, finished.cookies);
        const signedIn = await signInWithIdentity(
          scope.services.db,
          finished.identity,
          clientOf(request, scope),
        );
        if (signedIn.kind !== "signed-in")
          return failedSignIn(
            input,
            { failure: signedIn.kind, reason: signedIn.kind, returnTo: finished.returnTo },
            finished.cookies,
          );
        if (signedIn.isNew) {
          await keepInAccount(
            scope.services.db,
            signedIn.userId,
            readVisitorSettings(request.headers.get("cookie")),
          );
          await takeAvatar(scope, signedIn.userId, finished.identity.avatarUrl);
        }
        const { "set-cookie": session = "" } = await replaceSession(request, scope, signedIn);
        return sendOn(signedIn.isNew ? signUpSteps(finished.returnTo) : finished.returnTo, [
          session,
          ...finished.cookies,
        ]);
      },
    },
  },
};

/** The provider's picture becomes one of ours. A person does not wait for it for long, and signs in also when it cannot be had. */
async function takeAvatar(
  { services, origin, requestId }: RequestScope,
  userId: string,
  address: string | null,
): Promise<void> {
  if (address === null) return;
  const taking = adoptAvatar(
    { ...services, quotaBytes: services.config.uploads.quotaBytes },
    { userId, address, ownOrigin: origin },
  ).catch((error: unknown) => {
    services.log.warn(
      { requestId, err: error instanceof Error ? error.message : String(error) },
      "a provider's picture could not be taken",
    );
  });
  await Promise.race([taking, sleep(AVATAR_WAIT_MS)]);
}

function configuredProvider({ services }: RequestScope): OpenIdProvider {
  if (services.provider === null) throw new NotFound("No sign-in provider is set up here.");
  return services.provider;
}

function signUpSteps(returnTo: string): string {
  return returnTo === "/"
    ? "/signup/profile"
    : `/signup/profile?${new URLSearchParams({ returnTo }).toString()}`;
}

interface FailedSignIn {
  failure: ProviderSignInFailure;
  reason: string;
  returnTo: string;
}

/** Nobody is signed in: the sign-in page with a reason for a browser, the reason as JSON for a program. */
function failedSignIn(
  { request, scope }: Pick<EndpointInput, "request" | "scope">,
  { failure, reason, returnTo }: FailedSignIn,
  cookies: string[],
): Response {
  scope.services.log.warn(
    { requestId: scope.requestId, failure, reason },
    "a sign-in with the provider failed",
  );
  if (request.headers.get("accept")?.includes("text/html") === true)
    return sendOn(failedSignInPath(failure, returnTo), cookies);
  const words = PROVIDER_SIGN_IN_FAILURES[failure];
  const error =
    failure === "unavailable"
      ? new AppError("upstream-failed", words, { details: { reason } })
      : new Invalid([], words);
  if (failure === "unavailable")
    logError(scope.services.log, error, { requestId: scope.requestId });
  const response = errorResponse(error);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** To a clean address, without a word about where from: the callback's own address held a code. */
function sendOn(location: string, cookies: string[]): Response {
  const headers = new Headers({
    location,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}

export const oauthEndpoints: readonly Endpoint[] = [startEndpoint, callbackEndpoint];
