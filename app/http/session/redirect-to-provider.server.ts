import { redirect, href } from "react-router";
import { NotFound } from "~/errors/app-error";
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
import type { OpenIdProvider } from "~/providers/openid/provider.server";
import { startProviderSignIn } from "./provider-sign-in.server";

export function isProviderForm({ value }: Body): boolean {
  return (
    typeof value === "object" && value !== null && "intent" in value && value.intent === "provider"
  );
}

/** Lists the providers as the pages' buttons name them. */
export function listProviders(context: RouterContext): { id: string; name: string }[] {
  const { providers } = context.get(accountsContext);
  return providers.map(({ client: { id, name } }) => ({ id, name }));
}

/** Finds the provider of an id, and without one the first. Throws `NotFound`. */
export function findProvider(context: RouterContext, id: unknown): OpenIdProvider {
  const { providers } = context.get(accountsContext);
  const found = id === undefined ? providers[0] : providers.find(({ client }) => client.id === id);
  if (found === undefined)
    throw new NotFound(providers.length === 0 ? "provider.none" : "provider.unknown");
  return found;
}

/** Sends the browser to the provider that the form's `provider` names. Throws `NotFound`. */
export function redirectToProvider(
  { value }: Body,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const returnTo = safeRedirectPath(searchParams.get("returnTo"));
  const invitation = readInvitationCode(searchParams);
  return redirectFor({ returnTo, invitation }, value, request, context);
}

export function redirectToLink(
  userId: string,
  { value }: Body,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  const returnTo = `${href("/settings")}?done=connected`;
  return redirectFor({ returnTo, linkUserId: userId }, value, request, context);
}

/**
 * Sends a signed-in user to the provider to confirm who they are, for the session with this user's
 * id.
 */
export function redirectToConfirm(
  { userId, returnTo }: { userId: string; returnTo: string },
  { value }: Body,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  return redirectFor({ returnTo, confirmUserId: userId }, value, request, context);
}

async function redirectFor(
  purpose: SignInPurpose,
  form: unknown,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  const chosen = typeof form === "object" && form !== null && "provider" in form;
  const provider = findProvider(context, chosen ? form.provider : undefined);
  await consumeRateLimit("oauth", context);
  const started = await startProviderSignIn(request, context, provider, purpose);
  if (started.kind === "started") return started.response;
  log.warn(
    { requestId, provider: started.providerId, failure: started.failure, reason: started.reason },
    "a sign-in with the provider failed",
  );
  return redirect(failedSignInPath(started.failure, started));
}
