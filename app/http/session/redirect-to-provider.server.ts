import { redirect, href } from "react-router";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  accountsContext,
} from "~/http/context";
import type { Body } from "~/http/request/read-body.server";
import { readInvitationCode } from "~/http/request/invitation-code";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import type { SignInPurpose } from "./provider-cookies.server";
import { failedSignInPath } from "./provider-sign-in-failure";
import { startProviderSignIn } from "./provider-sign-in.server";

export function isProviderForm({ value }: Body): boolean {
  return (
    typeof value === "object" && value !== null && "intent" in value && value.intent === "provider"
  );
}

export function redirectToProvider(request: Request, context: RouterContext): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const returnTo = safeRedirectPath(searchParams.get("returnTo"));
  const invitation = readInvitationCode(searchParams);
  return redirectFor({ returnTo, invitation }, request, context);
}

export function redirectToLink(
  userId: string,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  const returnTo = `${href("/settings")}?done=connected`;
  return redirectFor({ returnTo, linkUserId: userId }, request, context);
}

/**
 * Sends a signed-in user to the provider to confirm who they are, for the session with this user's
 * id.
 */
export function redirectToConfirm(
  userId: string,
  returnTo: string,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  return redirectFor({ returnTo, confirmUserId: userId }, request, context);
}

async function redirectFor(
  purpose: SignInPurpose,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  const { log } = context.get(servicesContext);
  const [provider] = context.get(accountsContext).providers;
  const { requestId } = context.get(requestContext);
  if (provider === undefined) return redirect(href("/signin"));
  await consumeRateLimit("oauth", context);
  const started = await startProviderSignIn(request, context, provider, purpose);
  if (started.kind === "started") return started.response;
  log.warn(
    { requestId, failure: started.failure, reason: started.reason },
    "a sign-in with the provider failed",
  );
  return redirect(failedSignInPath(started.failure, started));
}
