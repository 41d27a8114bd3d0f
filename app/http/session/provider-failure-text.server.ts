import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { readProviderProblem } from "~/features/accounts/sign-in/provider-problem.server";
import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import { describeProblem, type ProviderProblem } from "~/providers/openid/provider-problem";
import { readProviderSignInFailure, type ProviderSignInFailure } from "./provider-sign-in-failure";

/**
 * What a page says of the failure that its URL names; null without one. The recorded problem says
 * what was sent, since anyone can make a URL.
 */
export async function getProviderFailureText(
  request: Request,
  context: RouterContext,
): Promise<string | null> {
  const failure = readProviderSignInFailure(new URL(request.url).searchParams.get("error"));
  if (failure === null) return null;
  const problem = await readProviderProblem(context.get(servicesContext).db);
  return errorText(failureMessage(failure, problem), context.get(i18nContext).locale);
}

/** The message of a failure, with what was sent if the problem is of its kind. */
export function failureMessage(
  failure: ProviderSignInFailure,
  problem: ProviderProblem | null,
): ErrorMessage {
  if (problem?.kind === failure) return describeProblem(problem);
  if (failure === "signature" || failure === "issuer" || failure === "clock")
    return "provider.refused";
  return `provider.${failure}`;
}
