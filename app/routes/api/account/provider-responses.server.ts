import { AppError, Invalid } from "~/errors/app-error";
import { requestContext, servicesContext } from "~/http/context";
import type { EndpointInput } from "~/http/api/endpoint";
import { failureMessage, providerName } from "~/http/session/provider-failure-text.server";
import type { ProviderProblem } from "~/providers/openid/provider-problem";
import {
  failedSignInPath,
  type FailedStart,
  type ProviderSignInFailure,
} from "~/http/session/provider-sign-in-failure";
import { errorResponse, logError } from "~/http/response/error-response.server";

interface FailedSignIn extends FailedStart {
  failure: ProviderSignInFailure;
  reason: string;
  problem: ProviderProblem | null;
}

/** Leads a browser back to where the sign-in began; a program gets the error. */
export function failureResponse(
  { request, context }: Pick<EndpointInput, "request" | "context">,
  { failure, reason, problem, ...start }: FailedSignIn,
  cookies: string[],
): Response {
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  log.warn(
    { requestId, provider: start.providerId, failure, reason },
    "a sign-in with the provider failed",
  );
  if (request.headers.get("accept")?.includes("text/html") === true)
    return redirectPrivately(failedSignInPath(failure, start), cookies);
  const message = failureMessage(failure, problem, providerName(context, start.providerId));
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
export function redirectPrivately(location: string, cookies: string[]): Response {
  const headers = new Headers({
    location,
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
