import { Form, Link, redirect, useNavigation } from "react-router";
import { signUpSchema } from "~/features/accounts/credentials";
import { signUp } from "~/features/accounts/sign-up.server";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasswordField } from "~/features/accounts/view/password-field";
import { ProviderButton } from "~/features/accounts/view/provider-button";
import { noindexMeta } from "~/http/pages/page-i18n";
import { saveVisitorSettings } from "~/http/session/save-visitor-settings.server";
import { describeClient } from "~/http/request/describe-client";
import { servicesContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { networkFailure } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";
import { returnToQuery } from "./return-to";
import type { Route } from "./+types/sign-up";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { provider } = context.get(servicesContext);
  const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
  if ((await getSession(request, context)) !== null)
    throw redirect(`/signup/profile${returnToQuery(returnTo)}`);
  return { returnTo, provider: provider?.name ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const body = await withPageErrors(context, () => readBody(request));
  return withFormFailure(body, context, async () => {
    consumeRateLimit("signup", context);
    const account = parseInput(signUpSchema, body.value);
    const opened = await signUp(services, account, describeClient(request, context));
    await saveVisitorSettings(services.db, opened.userId, context.get(visitorSettingsContext));
    const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
    return redirect(`/signup/profile${returnToQuery(returnTo)}`, {
      headers: await replaceSession(request, context, opened),
    });
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withNetworkFallback(serverAction, (words) => networkFailure(words));
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
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
  return noindexMeta(matches, "signUp.title");
}
