import { Form, href, Link, redirect, useNavigation, redirectDocument } from "react-router";
import { AppError } from "~/errors/app-error";
import { signInFormSchema } from "~/features/accounts/credentials";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { PasskeyButton } from "~/features/accounts/view/passkey-button";
import { PasswordField } from "~/features/accounts/view/password-field";
import { requirePasswords } from "~/features/accounts/password/require-password.server";
import { ProviderSignIn } from "~/features/accounts/view/provider-buttons";
import { noindexMeta } from "~/frame/page-i18n";
import { createAuthenticator, credentialsRequest } from "~/http/session/authenticator.server";
import { accountsContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import {
  redirectToProvider,
  isProviderForm,
  listProviders,
} from "~/http/session/redirect-to-provider.server";
import { getProviderFailureText } from "~/http/session/provider-failure-text.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { replaceSession } from "~/http/session/replace-session.server";
import { isPasskeyForm, signInByPasskey } from "~/http/forms/passkeys.server";
import { getPasskeyOrigin } from "~/http/session/relying-party.server";
import { askForSecondFactor } from "~/http/session/second-step.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import type { PageHandle } from "~/frame/page-handle";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { formAction } from "~/ui/forms/form-action";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage, FormSuccess, TextField } from "~/ui/forms/form-field";
import { withReturnTo } from "~/ui/with-return-to";
import type { Route } from "./+types/sign-in";

export const handle: PageHandle = { leadsToProvider: true, isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { passwords } = context.get(accountsContext);
  const parameters = new URL(request.url).searchParams;
  const returnTo = safeRedirectPath(parameters.get("returnTo"));
  if ((await getSession(request, context)) !== null) throw redirect(returnTo);
  return {
    returnTo,
    wasSentHere: returnTo !== "/",
    error: await getProviderFailureText(request, context),
    providers: listProviders(context),
    passwords,
    passkeyOrigin: getPasskeyOrigin(context),
    isPasswordReset: parameters.get("done") === "reset",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    if (isProviderForm(body)) return redirectToProvider(body, request, context);
    await consumeRateLimit("signin", context);
    const returnTo = safeRedirectPath(new URL(request.url).searchParams.get("returnTo"));
    if (isPasskeyForm(body)) {
      const signedIn = await signInByPasskey(request, context, body.value);
      return redirectDocument(returnTo, {
        headers: await replaceSession(request, context, signedIn),
      });
    }
    requirePasswords(context.get(accountsContext));
    const credentials = parseInput(signInFormSchema, body.value);
    const opened = await createAuthenticator(context).authenticate(
      "password",
      credentialsRequest(request, credentials),
    );
    if (opened === null) throw new AppError("unauthenticated", "account.wrongCredentialsOnPage");
    if (opened.kind === "second-step") {
      const { location, cookie } = askForSecondFactor(context, opened, returnTo);
      return redirect(location, { headers: { "set-cookie": cookie } });
    }
    return redirectDocument(returnTo, {
      headers: await replaceSession(request, context, opened),
    });
  };
  return withFormFailure(body, context, work, { "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { returnTo, wasSentHere, error, providers, passwords, passkeyOrigin, isPasswordReset } =
    loaderData;
  const failure = actionData?.failure;
  const busy = useNavigation().state === "submitting";
  return (
    <AccountFrame
      title={t("signIn.heading")}
      glyph="再会"
      lead={t(wasSentHere ? "signIn.leadReturn" : "signIn.lead")}
    >
      {isPasswordReset && failure === undefined ? (
        <div className="mb-6">
          <FormSuccess>{t("signIn.passwordReset")}</FormSuccess>
        </div>
      ) : null}
      <FormMessage>
        {failure === undefined ? error : formMessage(failure, "email", "password")}
      </FormMessage>
      <ProviderSignIn {...{ providers, returnTo }} isAlone={!passwords} />
      {passwords ? (
        <PasswordForm
          {...{ failure, busy }}
          nameFills={passkeyOrigin === null ? "username" : "username webauthn"}
        />
      ) : null}
      <PasskeyButton origin={passkeyOrigin} purpose="sign-in" className="mt-4" />
      <p className="mt-8 text-sm text-ink-soft">
        {t("signIn.newHere")}{" "}
        <Link
          to={withReturnTo(href("/signup"), returnTo)}
          className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
        >
          {t("signIn.create")}
        </Link>
      </p>
    </AccountFrame>
  );
}

interface PasswordFormProps {
  failure: FormFailure | undefined;
  busy: boolean;
  /** What browsers fill in as the name. */
  nameFills: string;
}

function PasswordForm({ failure, busy, nameFills }: PasswordFormProps) {
  const { t } = useI18n();
  return (
    <Form method="post" className="space-y-5" aria-label={t("signIn.heading")} noValidate>
      <TextField
        label={t("signIn.login")}
        name="email"
        autoComplete={nameFills}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        failure={failure}
      />
      <PasswordField purpose="current" failure={failure} />
      <p>
        <Link
          to={href("/forgot")}
          className="inline-flex min-h-11 items-center text-sm text-ink-soft underline underline-offset-4 hover:text-ink"
        >
          {t("signIn.forgot")}
        </Link>
      </p>
      <Button type="submit" weight="primary" className="w-full" aria-disabled={busy}>
        {t(busy ? "signIn.busy" : "signIn.heading")}
      </Button>
    </Form>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "signIn.heading");
}
