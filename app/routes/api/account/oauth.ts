import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { copyAvatar } from "~/features/uploads/copy-avatar.server";
import { AppError, Invalid, NotFound } from "~/errors/app-error";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import type { Endpoint, EndpointInput } from "~/http/api/endpoint";
import { readVisitorSettings } from "~/pages/viewer/visitor-settings-cookie.server";
import { saveVisitorSettings } from "~/pages/viewer/save-visitor-settings.server";
import { finishProviderSignIn, startProviderSignIn } from "~/http/session/provider-sign-in.server";
import {
  failedSignInPath,
  type ProviderSignInFailure,
  type StartPage,
} from "~/http/session/provider-sign-in-failure";
import { errorResponse, logError } from "~/http/response/error-response.server";
import { parseInput, readOptionalBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { askForSecondFactor } from "~/http/session/second-step.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { accountsContext, uploadsContext } from "~/services/contexts";

const TAGS = ["Account"];
const AVATAR_TIMEOUT_MS = 2_000;
const startSchema = z.object({ returnTo: z.unknown().optional() });

const startEndpoint: Endpoint = {
  path: "/api/auth/oauth",
  methods: {
    POST: {
      tokenScope: "anonymous",
      summary: "Sign in with the provider",
      description:
        "Redirects the browser to the provider (authorization code flow with PKCE). 404 when no provider is configured. `returnTo` is a path of this site.",
      tags: TAGS,
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
};

const callbackEndpoint: Endpoint = {
  path: "/api/auth/callback",
  methods: {
    GET: {
      tokenScope: "anonymous",
      summary: "Callback of the provider",
      description:
        "The provider redirects the browser here after the sign-in. New users continue to the sign-up steps.",
      tags: TAGS,
      rateLimit: "callback",
      query: z.object({
        code: z.string().optional().meta({ description: "The authorization code." }),
        state: z.string().optional().meta({ description: "The state of the sign-in." }),
        iss: z.string().optional().meta({ description: "The provider's issuer (RFC 9207)." }),
        error: z.string().optional().meta({ description: "The provider's error code." }),
      }),
      responses: {
        302: {
          description:
            "Signed in: redirects to `returnTo` or the sign-up steps, or to the page that asks for the second factor. Browsers are also redirected after a failure, to the page where they started, as in `/signin?error=…`.",
        },
      },
      async handle(input) {
        const { request, context } = input;
        const { db } = context.get(servicesContext);
        // Link checkers send HEAD, which must not use up the code.
        if (request.method === "HEAD")
          return new Response(null, { headers: { "cache-control": "private, no-store" } });
        const finished = await finishProviderSignIn(request, context);
        if (finished.kind === "failed") return failureResponse(input, finished, finished.cookies);
        const { returnTo, cookies } = finished;
        if (finished.kind === "linked" || finished.kind === "confirmed")
          return redirectPrivately(returnTo, cookies);
        if (finished.kind === "second-step") {
          const { location, cookie } = askForSecondFactor(context, finished.step, returnTo);
          return redirectPrivately(location, [cookie, ...cookies]);
        }
        const { session } = finished;
        if (session.isNew) {
          await saveVisitorSettings(
            db,
            session.userId,
            readVisitorSettings(request.headers.get("cookie")),
          );
          await storeProviderAvatar(context, session.userId, session.avatarUrl);
        }
        const { "set-cookie": sessionCookie = "" } = await replaceSession(
          request,
          context,
          session,
        );
        return redirectPrivately(session.isNew ? signUpStepsPath(returnTo) : returnTo, [
          sessionCookie,
          ...cookies,
        ]);
      },
    },
  },
};

/** Stores the provider's avatar as an upload. Never fails the sign-in. */
async function storeProviderAvatar(
  context: RouterContext,
  userId: string,
  address: string | null,
): Promise<void> {
  const { log } = context.get(servicesContext);
  const { origin, clientKey, requestId } = context.get(requestContext);
  if (address === null) return;
  const taking = copyAvatar(context.get(uploadsContext), {
    userId,
    address,
    ownOrigin: origin,
    client: clientKey,
  }).catch((error: unknown) => {
    log.warn(
      { requestId, err: error instanceof Error ? error.message : String(error) },
      "storing the provider's avatar failed",
    );
  });
  await Promise.race([taking, sleep(AVATAR_TIMEOUT_MS)]);
}

function configuredProvider(context: RouterContext): OpenIdProvider {
  const [provider] = context.get(accountsContext).providers;
  if (provider === undefined) throw new NotFound("provider.none");
  return provider;
}

function signUpStepsPath(returnTo: string): string {
  return returnTo === "/"
    ? "/signup/profile"
    : `/signup/profile?${new URLSearchParams({ returnTo }).toString()}`;
}

interface FailedSignIn {
  failure: ProviderSignInFailure;
  reason: string;
  returnTo: string;
  startPage: StartPage;
}

function failureResponse(
  { request, context }: Pick<EndpointInput, "request" | "context">,
  { failure, reason, returnTo, startPage }: FailedSignIn,
  cookies: string[],
): Response {
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  log.warn({ requestId, failure, reason }, "a sign-in with the provider failed");
  if (request.headers.get("accept")?.includes("text/html") === true)
    return redirectPrivately(failedSignInPath(failure, { returnTo, startPage }), cookies);
  const message = `provider.${failure}` as const;
  const error =
    failure === "unavailable"
      ? new AppError("upstream-failed", message, { details: { reason } })
      : new Invalid([], message);
  if (failure === "unavailable") logError(log, error, { requestId });
  const response = errorResponse(error);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Sends no referrer, since the URL contains the code. */
function redirectPrivately(location: string, cookies: string[]): Response {
  const headers = new Headers({
    location,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}

export const oauthEndpoints: readonly Endpoint[] = [startEndpoint, callbackEndpoint];
