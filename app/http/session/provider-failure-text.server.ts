import { DEFAULT_PROVIDER } from "~/config/oauth";
import { accountsContext, i18nContext, servicesContext, type RouterContext } from "~/http/context";
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
  const { searchParams } = new URL(request.url);
  const failure = readProviderSignInFailure(searchParams.get("error"));
  if (failure === null) return null;
  const id = searchParams.get("provider") ?? DEFAULT_PROVIDER;
  const name = providerName(context, id);
  const problem =
    name === null ? null : await readProviderProblem(context.get(servicesContext).db, id);
  return errorText(failureMessage(failure, problem, name), context.get(i18nContext).locale);
}

/** The name of a configured provider, else null. */
export function providerName(context: RouterContext, id: string | null): string | null {
  const { providers } = context.get(accountsContext);
  return providers.find(({ client }) => client.id === id)?.client.name ?? null;
}

/** The message of a failure, with what was sent if the problem is of its kind. */
export function failureMessage(
  failure: ProviderSignInFailure,
  problem: ProviderProblem | null,
  provider: string | null,
): ErrorMessage {
  if (provider !== null && (failure === "unavailable" || failure === "untrusted"))
    return { key: `provider.named.${failure}`, values: { provider } };
  if (problem?.kind === failure) return describeProblem(problem);
  if (failure === "signature" || failure === "issuer" || failure === "clock")
    return "provider.refused";
  return `provider.${failure}`;
}
