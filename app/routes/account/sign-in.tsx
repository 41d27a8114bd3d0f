import { Form, Link, redirect, useNavigation } from "react-router";
import { AppError } from "~/errors/app-error";
import { signInFormSchema } from "~/features/accounts/credentials";
import { signInWithPassword } from "~/features/accounts/sign-in/sign-in-with-password.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasswordField } from "~/features/accounts/view/password-field";
import { ProviderButton } from "~/features/accounts/view/provider-button";
import { unlistedPageMeta } from "~/http/pages/page-words";
import { clientOf } from "~/http/request/client-of";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { pageForm, withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { leaveForProvider, wantsProvider } from "~/http/session/leave-for-provider.server";
import { providerSignInMessage } from "~/http/session/provider-sign-in-failure";
import { parseInput } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { spendPoint } from "~/http/request/spend-point";
import { answerIn } from "~/language/answers.server";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { returnToQuery } from "./return-to";
import type { Route } from "./+types/sign-in";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const parameters = new URL(request.url).searchParams;
  const returnTo = safeRedirectPath(parameters.get("returnTo"));
  if ((await currentSession(request, scope)) !== null) throw redirect(returnTo);
  const providerFailure = providerSignInMessage(parameters.get("error"));
  return {
    returnTo,
    wasSentHere: returnTo !== "/",
    error: providerFailure === null ? null : answerIn(scope.words, providerFailure),
    provider: scope.services.provider?.name ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const body = await withPageErrors(scope, () => pageForm(request, scope));
  return withFormFailure(body, scope, async () => {
    if (wantsProvider(body)) return leaveForProvider(request, scope);
    spendPoint("signin", scope);
    const credentials = parseInput(signInFormSchema, body.value);
    const opened = await signInWithPassword(scope.services, credentials, clientOf(request, scope));
    if (opened === null)
      throw new AppError("unauthenticated", "E-mail address or password is wrong.");
    return redirect(safeRedirectPath(new URL(request.url).searchParams.get("returnTo")), {
      headers: await replaceSession(request, scope, opened),
    });
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords();
  const { returnTo, wasSentHere, error, provider } = loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  return (
    <AccountFrame
      title={t("signIn.heading")}
      glyph="再会"
      lead={t(wasSentHere ? "signIn.leadReturn" : "signIn.lead")}
    >
      <FormMessage>{failure === undefined ? error : failure.message}</FormMessage>
      {provider === null ? null : <ProviderButton name={provider} returnTo={returnTo} />}
      <Form method="post" className="space-y-5" aria-label={t("signIn.heading")} noValidate>
        <TextField
          label={t("signIn.email")}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          failure={failure}
        />
        <PasswordField purpose="current" failure={failure} />
        <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
          {t(busy ? "signIn.busy" : "signIn.heading")}
        </Button>
      </Form>
      <p className="mt-8 text-sm text-ink-soft">
        {t("signIn.newHere")}{" "}
        <Link
          to={`/signup${returnToQuery(returnTo)}`}
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        >
          {t("signIn.create")}
        </Link>
      </p>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return unlistedPageMeta(matches, "signIn.heading");
}
