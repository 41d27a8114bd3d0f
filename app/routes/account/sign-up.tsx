import { Form, Link, redirect, useNavigation } from "react-router";
import { signUpSchema } from "~/features/accounts/credentials";
import { signUp } from "~/features/accounts/sign-up.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasswordField } from "~/features/accounts/view/password-field";
import { ProviderButton } from "~/features/accounts/view/provider-button";
import { unlistedPageMeta } from "~/http/pages/page-words";
import { keepInAccount } from "~/http/session/account-settings.server";
import { clientOf } from "~/http/request/client-of";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { pageForm, withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { spendPoint } from "~/http/request/spend-point";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { useWords } from "~/language/words-context";
import { Button } from "~/ui/button";
import { answerInPlace } from "~/ui/forms/answer-in-place";
import { unanswered } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { returnToQuery } from "./return-to";
import type { Route } from "./+types/sign-up";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
  if ((await currentSession(request, scope)) !== null)
    throw redirect(`/signup/profile${returnToQuery(returnTo)}`);
  return { returnTo, provider: scope.services.provider?.name ?? null };
}

/** Creates the account with the choices that the visitor made before, and goes on to the next step. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const body = await withPageErrors(scope, () => pageForm(request, scope));
  return withFormFailure(body, scope, async () => {
    spendPoint("signup", scope);
    const account = parseInput(signUpSchema, body.value);
    const opened = await signUp(services, account, clientOf(request, scope));
    await keepInAccount(services.db, opened.userId, context.get(visitorContext));
    const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
    return redirect(`/signup/profile${returnToQuery(returnTo)}`, {
      headers: await replaceSession(request, scope, opened),
    });
  });
}

/** The same form where scripts run: the page stays also when no answer comes. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerInPlace(serverAction, (words) => unanswered(words));
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords();
  const { returnTo, provider } = loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  return (
    <AccountFrame title={t("signUp.heading")} glyph="入門" step={1} lead={t("signUp.lead")}>
      <FormMessage>{failure?.message}</FormMessage>
      {provider === null ? null : <ProviderButton name={provider} returnTo={returnTo} />}
      <Form method="post" className="space-y-5" aria-label={t("signUp.heading")} noValidate>
        <TextField
          label={t("signUp.userName")}
          name="username"
          autoComplete="nickname"
          minLength={3}
          maxLength={64}
          required
          failure={failure}
        />
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
        <PasswordField purpose="new" failure={failure} />
        <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
          {t(busy ? "signUp.busy" : "signUp.create")}
        </Button>
      </Form>
      <p className="mt-8 text-sm text-ink-soft">
        {t("signUp.there")}{" "}
        <Link
          to={`/signin${returnToQuery(returnTo)}`}
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        >
          {t("signUp.signIn")}
        </Link>
      </p>
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return unlistedPageMeta(matches, "signUp.title");
}
