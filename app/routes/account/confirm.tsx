import { Form, href, Link, redirect } from "react-router";
import { Forbidden } from "~/errors/app-error";
import { AccountFrame } from "~/features/accounts/view/account-frame";
import { CodeField } from "~/features/accounts/view/code-field";
import { PasskeyButton } from "~/features/accounts/view/passkey-button";
import { PasswordField } from "~/features/accounts/view/password-field";
import { ProviderButtons } from "~/features/accounts/view/provider-buttons";
import { signedInContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { readBody } from "~/http/request/read-body.server";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { getProviderFailureText } from "~/http/session/provider-failure-text.server";
import { isProviderForm, redirectToConfirm } from "~/http/session/redirect-to-provider.server";
import { useI18n } from "~/i18n/i18n-context";
import { confirmIdentity, listConfirmations } from "~/http/forms/confirm-identity.server";
import { confirmOwnPasskey, isPasskeyForm } from "~/http/forms/passkeys.server";
import { Button, buttonClass } from "~/ui/button";
import { formMessage } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import type { Route } from "./+types/confirm";
import { CODE_REQUIRED } from "~/http/session/recent-session.server";
import { withQuery } from "~/ui/with-query";
import { SwitchProfile } from "~/features/accounts/view/switch-profile";

export const handle: PageHandle = { leadsToProvider: true, isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = await context.get(signedInContext);
  const parameters = new URL(request.url).searchParams;
  return {
    ...(await listConfirmations(context, session)),
    isManaged: session.user.email === null,
    asksProfile: session.asksProfile,
    returnTo: returnPath(request),
    wantsCode: parameters.has("code"),
    needsCode: parameters.get("code") === CODE_REQUIRED,
    error: await getProviderFailureText(request, context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    if (session.user.email === null) throw new Forbidden("household.noSignIn");
    if (isProviderForm(body) && needsProvider(await listConfirmations(context, session)))
      return redirectToConfirm(
        { userId: session.user.id, returnTo: returnPath(request) },
        body,
        request,
        context,
      );
    if (isPasskeyForm(body)) await confirmOwnPasskey(request, context, session, body.value);
    else await confirmIdentity(context, session, body.value);
    return redirect(returnPath(request));
  };
  return withFormFailure(body, context, work, { forbidden: 403, "not-found": 404 });
}

/** Whether a provider is the only proof that a user can give. It asks for no code of ours. */
function needsProvider({
  hasPassword,
  hasCode,
}: {
  hasPassword: boolean;
  hasCode: boolean;
}): boolean {
  return !hasPassword && !hasCode;
}

function leadOf(
  proofs: Parameters<typeof needsProvider>[0] & {
    providers: readonly unknown[];
    passkeyOrigin: string | null;
  },
) {
  if (!needsProvider(proofs)) return "confirm.lead";
  if (proofs.providers.length > 0) return "confirm.provider";
  return proofs.passkeyOrigin === null ? "confirm.none" : "confirm.lead";
}

function returnPath(request: Request): string {
  return safeRedirectPath(new URL(request.url).searchParams.get("returnTo"), href("/settings"));
}

export const clientAction = formAction<typeof action>();

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { hasPassword, hasCode, providers, passkeyOrigin, returnTo, wantsCode, needsCode, error } =
    loaderData;
  if (loaderData.isManaged) return <SwitchFirst asksProfile={loaderData.asksProfile} />;
  const failure = actionData?.failure;
  const takesCode = hasCode && (wantsCode || !hasPassword);
  const isByForm = !needsProvider(loaderData);
  const query = new URLSearchParams({ returnTo, ...(takesCode ? {} : { code: "1" }) });
  return (
    <AccountFrame title={t("confirm.heading")} glyph="確認" lead={t(leadOf(loaderData))}>
      <FormMessage>
        {failure === undefined ? error : formMessage(failure, "code", "password")}
      </FormMessage>
      {isByForm ? (
        <Form method="post" noValidate aria-label={t("confirm.heading")} className="space-y-5">
          {takesCode ? (
            <CodeField key="code" failure={failure} />
          ) : (
            <PasswordField key="password" purpose="current" failure={failure} />
          )}
          <Button type="submit" weight="primary" className="w-full">
            {t("confirm.do")}
          </Button>
        </Form>
      ) : (
        <ProviderButtons
          providers={providers}
          action={withQuery(href("/confirm"), { returnTo })}
          label={t("confirm.heading")}
        />
      )}
      <PasskeyButton origin={passkeyOrigin} purpose="confirm" className="mt-4" />
      {hasPassword && hasCode && !needsCode ? (
        <p className="mt-6">
          <Link
            to={withQuery(href("/confirm"), query)}
            className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text underline underline-offset-4"
          >
            {t(takesCode ? "confirm.usePassword" : "confirm.useCode")}
          </Link>
        </p>
      ) : null}
    </AccountFrame>
  );
}

/** What a managed profile sees, which has nothing to confirm with. */
function SwitchFirst({ asksProfile }: { asksProfile: boolean }) {
  const { t } = useI18n();
  return (
    <AccountFrame title={t("confirm.heading")} glyph="確認" lead={t("profiles.noSignIn")}>
      <SwitchProfile asksProfile={asksProfile} className={buttonClass("primary")} />
    </AccountFrame>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "confirm.heading");
}
