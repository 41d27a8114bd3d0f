import { redirect } from "react-router";
import type { RequestScope } from "~/http/context";
import type { Body } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { spendPoint } from "~/http/request/spend-point";
import { failedSignInPath } from "./provider-sign-in-failure";
import { startProviderSignIn } from "./provider-sign-in.server";

/** Whether a form of the sign-in page is the provider's button. */
export function wantsProvider({ value }: Body): boolean {
  return (
    typeof value === "object" && value !== null && "intent" in value && value.intent === "provider"
  );
}

/** Leads a page's form to the provider, with the way back from its address; to the sign-in page with a reason when that cannot be. */
export async function leaveForProvider(request: Request, scope: RequestScope): Promise<Response> {
  const { services, requestId } = scope;
  if (services.provider === null) return redirect("/signin");
  spendPoint("oauth", scope);
  const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
  const started = await startProviderSignIn(request, scope, services.provider, returnTo);
  if (started.kind === "started") return started.response;
  services.log.warn(
    { requestId, failure: started.failure, reason: started.reason },
    "a sign-in with the provider failed",
  );
  return redirect(failedSignInPath(started.failure, returnTo));
}
